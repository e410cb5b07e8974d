import { petKind } from '@pawtrait/contract/pet-kind.ts'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import { longestStory } from '@pawtrait/contract/stories.ts'
import { graphemeCount } from '@pawtrait/contract/text.ts'
import { useId } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/call.ts'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import styles from './NewStoryPage.module.css'
import type { useStoryForm } from './use-story-form.ts'

const PLATES = 2

type Form = ReturnType<typeof useStoryForm>

type CaptionFieldProps = { form: Form; pets: readonly PetCard[]; error: CallError | null }

/** The caption as it will lie on the photo, and the plate of who is in it. */
export function CaptionField({ form: { draft, change }, pets, error }: CaptionFieldProps) {
  const t = useTranslate()
  const id = useId()
  const used = graphemeCount(draft.caption)
  const most = longestStory.caption
  const wrong = error?.field('caption')
  return (
    <div className={styles.words}>
      <label className="vh" htmlFor={id}>
        {t(phrases.stories.caption)}
      </label>
      <textarea
        id={id}
        className={styles.caption}
        rows={2}
        maxLength={most * 16}
        placeholder={t(phrases.stories.captionHint)}
        value={draft.caption}
        aria-invalid={wrong !== undefined || used > most || undefined}
        aria-describedby={`${id}-used`}
        onChange={({ target }) => change({ caption: target.value })}
      />
      <div className={styles.count}>
        <span id={`${id}-used`} className={styles.used} role={wrong ? 'alert' : undefined}>
          {wrong ?? t(phrases.stories.used, { used, max: most })}
        </span>
        {pets
          .filter((pet) => draft.pets.includes(pet.id))
          .slice(0, PLATES)
          .map((pet) => (
            <span key={pet.id} className={styles.plate}>
              <EaredFrame kind={petKind(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={26} />
              {pet.name}
            </span>
          ))}
      </div>
    </div>
  )
}
