import type { PostId } from '@pawtrait/contract/ids.ts'
import type { MentionSuggestion } from '@pawtrait/contract/mention-suggestions.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import hash from '@phosphor-icons/core/regular/hash.svg?path'
import { type RefObject, useEffect, useId, useState } from 'react'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isImeComposition } from '#lib/forms/is-ime-composition.ts'
import { HighlightedPrefix, Suggestion } from '#ui/forms/Suggestion.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './MentionSuggestions.module.css'
import type { PartialMention } from './mention-at-caret.ts'
import { useMentionAtCaret } from './use-mention-at-caret.ts'
import { useMentionSuggestions } from './use-mention-suggestions.ts'

type MentionSuggestionsProps = {
  /** The text field. The suggestions are rendered above it. */
  field: RefObject<HTMLTextAreaElement | null>
  /** The post that the comment belongs to. Users from the comments of this post are suggested first. */
  post?: PostId | undefined
}

const namePrefixes: Record<MentionSuggestion['type'], string> = { user: '@', pet: '', tag: '#' }

/** Replaces the typed text with the selected name, and dispatches an `input` event, as a browser does on typing. */
function write(field: HTMLTextAreaElement, { typed, from }: PartialMention, { type, name }: MentionSuggestion) {
  const end = from + typed.length
  const after = /^\s/.test(field.value.slice(end)) ? '' : ' '
  field.focus()
  field.setRangeText(namePrefixes[type] + name + after, from, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/**
 * List of suggestions for a name typed after `@` or `#`. The focus stays in the field: arrow keys move, Enter and Tab
 * select, Esc closes. ARIA forbids the combobox role on a multi-line field. Instead, ARIA attributes link the field to
 * the list and the active suggestion. A live region announces the number of suggestions.
 */
export function MentionSuggestions({ field, post }: MentionSuggestionsProps) {
  const t = useTranslate()
  const label = t(phrases.mentions.suggestionsLabel)
  const listId = useId()
  const { name, dismiss } = useMentionAtCaret(field)
  const hits = useMentionSuggestions(name?.typed ?? null, post)
  const [walked, setWalked] = useState({ typed: '', at: 0 })
  const isOpen = name !== null && hits.length > 0
  // Each change of the typed text selects the first suggestion again.
  const at = walked.typed === name?.typed && walked.at < hits.length ? walked.at : 0
  const pick = (hit: MentionSuggestion | undefined) => {
    if (!hit || !name || !field.current) return
    write(field.current, name, hit)
    dismiss()
  }
  const walk = (by: 1 | -1) => setWalked({ typed: name?.typed ?? '', at: (at + by + hits.length) % hits.length })
  useAria(field, listId, isOpen ? optionId(listId, at) : null)
  useKeys(field, isOpen, { walk, pick: () => pick(hits[at]), close: dismiss })
  return (
    <>
      <div id={listId} className={styles.box} role="listbox" aria-label={label} hidden={!isOpen}>
        {isOpen &&
          hits.map((hit, index) => (
            <Suggestion
              key={`${hit.type} ${hit.id}`}
              id={optionId(listId, index)}
              isActive={index === at}
              onPick={() => pick(hit)}
              picture={<Picture hit={hit} />}
            >
              <HitText hit={hit} typed={name.typed.slice(1)} />
            </Suggestion>
          ))}
      </div>
      <p role="status" className="vh">
        {isOpen && t(phrases.mentions.suggestionCount, { count: hits.length })}
      </p>
    </>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

/** Sets the ARIA attributes of the field. Only `aria-activedescendant` depends on whether the list is open. */
function useAria(field: RefObject<HTMLTextAreaElement | null>, listId: string, active: string | null) {
  useEffect(() => {
    const { current } = field
    current?.setAttribute('aria-autocomplete', 'list')
    current?.setAttribute('aria-haspopup', 'listbox')
    current?.setAttribute('aria-controls', listId)
    return () => {
      for (const name of ['autocomplete', 'haspopup', 'controls']) current?.removeAttribute(`aria-${name}`)
    }
  }, [field, listId])
  useEffect(() => {
    const { current } = field
    if (active) current?.setAttribute('aria-activedescendant', active)
    return () => current?.removeAttribute('aria-activedescendant')
  }, [field, active])
}

type KeyCallbacks = { walk: (by: 1 | -1) => void; pick: () => void; close: () => void }

/** Handles keys before other handlers while the list is open, so that Enter does not submit the form. */
function useKeys(field: RefObject<HTMLTextAreaElement | null>, isOpen: boolean, { walk, pick, close }: KeyCallbacks) {
  useEffect(() => {
    const { current } = field
    if (!isOpen || !current) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (isImeComposition(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const keyHandlers: Record<string, () => void> = {
        ArrowDown: () => walk(1),
        ArrowUp: () => walk(-1),
        Enter: pick,
        Tab: pick,
        Escape: close,
      }
      const handler = keyHandlers[event.key]
      if (!handler) return
      event.preventDefault()
      event.stopPropagation()
      handler()
    }
    current.addEventListener('keydown', onKeyDown)
    return () => current.removeEventListener('keydown', onKeyDown)
  })
}

function HitText({
  hit: { type, name, detail, species, postCount },
  typed,
}: {
  hit: MentionSuggestion
  typed: string
}) {
  const t = useTranslate()
  return (
    <span className={styles.words}>
      <b>
        {type === 'tag' && '#'}
        <HighlightedPrefix text={name} typed={typed} />
      </b>
      <small>
        {postCount !== null && t(phrases.mentions.postCount, { count: postCount })}
        {type === 'user' ? (
          <HighlightedPrefix text={detail} typed={typed} />
        ) : (
          <bdi>{detail || (species && t(speciesLabels[species]))}</bdi>
        )}
      </small>
    </span>
  )
}

/** Picture beside a suggestion: portrait of a pet, avatar of a user, or icon of a tag. */
function Picture({ hit: { id, detail, image, species, backdrop, type } }: { hit: MentionSuggestion }) {
  if (species && backdrop)
    return <PetFrame kind={findPetDrawing({ species, breed: detail })} backdrop={backdrop} photo={image} size={36} />
  if (type === 'user') return <Avatar id={id} name={detail} image={image} size={36} />
  return (
    <span className={styles.tile}>
      <Icon path={hash} size={20} />
    </span>
  )
}
