import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import frame from '@phosphor-icons/core/regular/frame-corners.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './OwnStoryPanel.module.css'
import { refreshStories } from './story-row-cache.ts'
import { useDeleteStory, useHighlightStory } from './use-story-actions.ts'

type OwnStory = Story & { own: NonNullable<Story['own']> }
type HighlightActionsProps = { story: OwnStory; pets: readonly PetCard[]; onGone: () => void }

/**
 * Adds and removes highlights. `isLastPlace` is true if the story has expired and is a highlight of this pet only.
 * Removing the highlight then hides the story everywhere.
 */
function useHighlights(story: OwnStory, onGone: () => void) {
  const queries = useQueryClient()
  const highlight = useHighlightStory(story)
  const now = useNow()
  const { keptOn } = story.own
  const hasExpired = Date.parse(story.expiresAt) <= now
  const isKept = (pet: PetCard) => keptOn.includes(pet.id)
  const isLastPlace = (pet: PetCard) => hasExpired && isKept(pet) && keptOn.length === 1
  const toggle = (pet: PetCard) => {
    const isLast = isLastPlace(pet)
    const onSuccess = () => {
      refreshStories(queries)
      if (isLast) onGone()
    }
    highlight.mutate({ pet: pet.id, keep: !isKept(pet) }, { onSuccess })
  }
  return { ...highlight, isKept, isLastPlace, toggle }
}

/**
 * Buttons to add or remove the viewer's story as a highlight of a pet, and to delete the story.
 * Irreversible actions ask for confirmation.
 */
export function HighlightActions({ story, pets, onGone }: HighlightActionsProps) {
  const t = useTranslate()
  const problem = useProblemText()
  const highlights = useHighlights(story, onGone)
  const takeDown = useDeleteStory(story.id)
  const [confirming, setConfirming] = useState<PetCard | 'take-down' | null>(null)
  const error = highlights.error ?? takeDown.error
  const busy = highlights.isPending || takeDown.isPending
  const errorText = error && t(phrases.stories.highlightFailed, { why: problem(error) })
  if (confirming === 'take-down')
    return (
      <Confirmation words={t(phrases.stories.deleteText)} error={errorText} onStay={() => setConfirming(null)}>
        <Button kind="danger" small busy={busy} onClick={() => takeDown.mutate(undefined, { onSuccess: onGone })}>
          {t(phrases.stories.deleteStory)}
        </Button>
      </Confirmation>
    )
  if (confirming)
    return (
      <Confirmation words={t(phrases.stories.deleteExpiredText)} error={errorText} onStay={() => setConfirming(null)}>
        <Button kind="danger" small named busy={busy} onClick={() => highlights.toggle(confirming)}>
          {t(phrases.stories.removeFromPetPage, { name: confirming.name })}
        </Button>
      </Confirmation>
    )
  const press = (pet: PetCard) => (highlights.isLastPlace(pet) ? setConfirming(pet) : highlights.toggle(pet))
  return (
    <div className={styles.acts}>
      {listPetChoices(story, pets).map((pet) => (
        <HighlightButton
          key={pet.id}
          isKept={highlights.isKept(pet)}
          name={pet.name}
          busy={busy}
          onPress={() => press(pet)}
        />
      ))}
      <Button kind="quiet" small icon={<Icon path={trash} size={20} />} onClick={() => setConfirming('take-down')}>
        {t(phrases.stories.deleteStory)}
      </Button>
      <p role="status" className={styles.error}>
        {errorText}
      </p>
    </div>
  )
}

/** Returns the tagged pets, or all pets of the viewer if none is tagged. Always includes pets with this highlight. */
function listPetChoices(story: OwnStory, pets: readonly PetCard[]): PetCard[] {
  const shown = story.pets.length > 0 ? story.pets : pets
  const highlighted = pets.filter(({ id }) => story.own.keptOn.includes(id) && !shown.some((pet) => pet.id === id))
  return [...shown, ...highlighted]
}

function HighlightButton({
  isKept,
  name,
  busy,
  onPress,
}: {
  isKept: boolean
  name: string
  busy: boolean
  onPress: () => void
}) {
  const t = useTranslate()
  return (
    <Button kind="soft" small named busy={busy} icon={<Icon path={frame} size={20} />} onClick={onPress}>
      {t(isKept ? phrases.stories.removeFromPetPage : phrases.stories.keepOnPetPage, { name })}
    </Button>
  )
}

type ConfirmationProps = { words: string; error: string | null; onStay: () => void; children: ReactNode }

/** Confirmation of an irreversible action, with a button to cancel. */
function Confirmation({ words, error, onStay, children }: ConfirmationProps) {
  const t = useTranslate()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  return (
    <div ref={group} className={styles.acts} role="group" tabIndex={-1} aria-label={words}>
      <p>{words}</p>
      {children}
      <Button kind="ghost" small onClick={onStay}>
        {t(phrases.stories.keepStory)}
      </Button>
      <p role="status" className={styles.error}>
        {error}
      </p>
    </div>
  )
}
