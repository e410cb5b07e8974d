import type { FormEvent } from 'react'
import { graphemeCount, longest } from '@pawtrait/contract/text.ts'
import { petKind } from '#features/pets/pet-kind.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Field } from '#ui/Field.tsx'
import { RadioChips } from '#ui/RadioChips.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import styles from './DraftForm.module.css'
import { changeDraft, changePhoto, type Draft } from './draft.ts'

/** The words of a post: one description a photo, who is in it, caption, place, audience. */
export function DraftForm({ draft, pets, onSubmit }: { draft: Draft; pets: readonly PetCard[]; onSubmit: () => void }) {
  const t = useTranslate()
  const say = useProblemWords()
  const counter = useCounter()
  const { caption, submission } = draft
  const error = submission?.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {error && <ErrorBox title={t('create.notPosted')}>{say(error)}</ErrorBox>}
      <AltField draft={draft} />
      {pets.length > 0 && <PetChips draft={draft} pets={pets} />}
      <TextArea
        label={t('create.caption')}
        value={caption}
        rows={4}
        counter={counter(caption, longest.caption)}
        error={error?.field('caption')}
        onChange={({ target }) => changeDraft(() => ({ caption: target.value }))}
      />
      <WhereAndWho draft={draft} />
      <Button type="submit" block>
        {t('create.submit')}
      </Button>
    </form>
  )
}

/** What is left of a field's length, in letters as a reader counts them. */
function useCounter() {
  const t = useTranslate()
  return (text: string, max: number) => {
    const used = graphemeCount(text)
    return { used, max, label: t('create.left', { count: Math.max(0, max - used) }) }
  }
}

function WhereAndWho({ draft: { place, audience, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const audiences = (['everyone', 'followers'] as const).map((value) => ({ value, label: t(`create.${value}`) }))
  return (
    <>
      <Field
        label={t('create.place')}
        help={t('create.placeHelp')}
        value={place}
        maxLength={longest.place * 8}
        error={submission?.error?.field('place')}
        autoComplete="off"
        onChange={({ target }) => changeDraft(() => ({ place: target.value }))}
      />
      <RadioChips
        legend={t('create.audience')}
        showLegend
        name="audience"
        options={audiences}
        value={audience}
        onChange={(next) => changeDraft(() => ({ audience: next }))}
      />
    </>
  )
}

function AltField({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const counter = useCounter()
  const at = draft.photos.findIndex(({ key }) => key === draft.chosen)
  const photo = draft.photos[at]
  if (!photo) return null
  return (
    <>
      <TextArea
        key={photo.key}
        label={t('create.describe', { number: at + 1 })}
        help={t('create.describeHelp')}
        value={photo.alt}
        rows={2}
        counter={counter(photo.alt, longest.alt)}
        error={draft.submission?.error?.field(`photos.${at}.alt`)}
        onChange={({ target }) => changePhoto(photo.key, () => ({ alt: target.value }))}
      />
      {photo.animated && <p className={styles.still}>{t('create.still')}</p>}
    </>
  )
}

function PetChips({ draft, pets }: { draft: Draft; pets: readonly PetCard[] }) {
  const t = useTranslate()
  const toggle = (id: PetCard['id']) =>
    changeDraft(({ pets: tagged }) => ({
      pets: tagged.includes(id) ? tagged.filter((one) => one !== id) : [...tagged, id],
    }))
  return (
    <fieldset className={styles.pets}>
      <legend>{t('create.who')}</legend>
      {pets.map((pet) => (
        <Chip key={pet.id} pressed={draft.pets.includes(pet.id)} onClick={() => toggle(pet.id)}>
          <EaredFrame kind={petKind(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />
          {pet.name}
        </Chip>
      ))}
    </fieldset>
  )
}
