import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { useEffect, useRef } from 'react'
import { PetChips } from '#features/pets/PetChips.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Field } from '#ui/forms/Field.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { AltTextField } from './AltTextField.tsx'
import { AudienceField } from './AudienceField.tsx'
import styles from './DraftEditor.module.css'
import type { Draft } from './draft-store.ts'
import { useCharacterCounter } from './use-character-counter.ts'
import { useDraftStore } from './use-draft-store.ts'
import { useIsWideWindow } from './use-is-wide-window.ts'

// Loaded when the caption contains @ or #. Typing works without the suggestions.
const MentionSuggestions = lazyComponent(
  async () => (await import('#features/mentions/MentionSuggestions.tsx')).MentionSuggestions,
  null,
  {
    isDecoration: true,
  },
)

type PostFieldsProps = {
  draft: Draft
  pets: readonly PetCard[]
  /** Renders the caption field before the photo description. */
  captionFirst?: boolean
  /** Focuses the caption field on mount. */
  focusCaption?: boolean
}

/**
 * Fields of a post: description of the selected photo, pets, caption, place, audience. In narrow windows
 * `PhotoDialog` contains the description instead.
 */
export function PostFields({ captionFirst = false, focusCaption = false, ...props }: PostFieldsProps) {
  const { draft } = props
  const isWide = useIsWideWindow()
  const isFirst = captionFirst || !isWide
  const caption = <CaptionField draft={draft} focused={focusCaption} />
  return (
    <>
      {isFirst && caption}
      {isWide && <AltTextField draft={draft} />}
      <Pets {...props} />
      {!isFirst && caption}
      <PlaceField draft={draft} />
      <AudienceField draft={draft} />
    </>
  )
}

function CaptionField({ draft: { caption, submission }, focused }: { draft: Draft; focused: boolean }) {
  const t = useTranslate()
  const counter = useCharacterCounter()
  const { change } = useDraftStore()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  return (
    <div className={styles.caption}>
      {/[@#]/.test(caption) && <MentionSuggestions field={field} />}
      <TextArea
        ref={field}
        label={t(phrases.create.captionLabel)}
        value={caption}
        rows={4}
        counter={counter(caption, textLimits.caption)}
        error={submission?.error?.field('caption')}
        onChange={({ target }) => change(() => ({ caption: target.value }))}
      />
    </div>
  )
}

function PlaceField({ draft: { place, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const { change } = useDraftStore()
  return (
    <Field
      label={t(phrases.create.placeLabel)}
      help={t(phrases.create.placeHelp)}
      value={place}
      maxLength={textLimits.place * 8}
      error={submission?.error?.field('place')}
      autoComplete="off"
      onChange={({ target }) => change(() => ({ place: target.value }))}
    />
  )
}

function Pets({ draft, pets }: PostFieldsProps) {
  const { change } = useDraftStore()
  const onChange = (chosen: PetCard['id'][]) => change(() => ({ pets: chosen }))
  const photo = draft.photos.find(({ key }) => key === draft.chosen) ?? draft.photos[0]
  return <PetChips pets={pets} chosen={draft.pets} onChange={onChange} photo={photo?.file ?? null} />
}
