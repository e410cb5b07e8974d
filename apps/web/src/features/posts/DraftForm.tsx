import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { graphemeCount, longest } from '@pawtrait/contract/text.ts'
import { petKind } from '#features/pets/pet-kind.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import type { PetCard } from '@pawtrait/contract/pets.ts'
import styles from './DraftForm.module.css'
import { changeDraft, changePhoto, type Draft, isRefused } from './draft.ts'
import { holdBack } from './submit-draft.ts'

type DraftFormProps = {
  draft: Draft
  pets: readonly PetCard[]
  /** The address of the page that adds a pet. */
  newPetHref: string
  onSubmit: () => void
}

/** The words of a post: one description a photo, who is in it, caption, place, audience. */
export function DraftForm({ draft, pets, newPetHref, onSubmit }: DraftFormProps) {
  const t = useTranslate()
  const say = useProblemWords()
  const counter = useCounter()
  const { caption, submission } = draft
  const error = submission?.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submission?.step !== 'waiting') onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {error && <ErrorBox title={t('create.notPosted')}>{say(error)}</ErrorBox>}
      <AltField draft={draft} />
      <PetChips draft={draft} pets={pets} newPetHref={newPetHref} />
      <TextArea
        label={t('create.caption')}
        value={caption}
        rows={4}
        counter={counter(caption, longest.caption)}
        error={error?.field('caption')}
        onChange={({ target }) => changeDraft(() => ({ caption: target.value }))}
      />
      <WhereAndWho draft={draft} />
      <Sending draft={draft} />
    </form>
  )
}

/** The button, and what it will send: without the photos that cannot be used, or once there is a connection. */
function Sending({ draft: { photos, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const failed = photos.filter(isRefused).length
  const count = photos.length - failed
  const waits = submission?.step === 'waiting'
  const refused = count > 0 ? t('create.someRefused', { failed, chosen: photos.length, count }) : null
  return (
    <div className={styles.sending}>
      <div role="status">
        {failed > 0 && <Note icon={warning}>{refused ?? t('create.allRefused', { count: failed })}</Note>}
        {waits && <Note icon={noNet}>{t('create.awaitingHelp')}</Note>}
      </div>
      <Button type="submit" block busy={waits} disabled={count === 0}>
        {t(waits ? 'create.awaiting' : 'create.submit')}
      </Button>
      {waits && (
        <Button kind="ghost" block onClick={holdBack}>
          {t('create.holdBack')}
        </Button>
      )}
    </div>
  )
}

/** What is left of a field's length, in letters as a reader counts them. */
function useCounter() {
  const t = useTranslate()
  return (text: string, max: number) => {
    const used = graphemeCount(text)
    return {
      used,
      max,
      shown: t('create.used', { used, max }),
      label: t('create.left', { count: Math.max(0, max - used) }),
    }
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
      <RadioGroup
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
  // The server counts the photos it was sent.
  const sentAt = draft.photos.slice(0, at).filter((one) => !isRefused(one)).length
  return (
    <>
      <TextArea
        key={photo.key}
        label={t('create.describe', { number: at + 1 })}
        help={t('create.describeHelp')}
        value={photo.alt}
        rows={2}
        counter={{ ...counter(photo.alt, longest.alt), always: true }}
        error={draft.submission?.error?.field(`photos.${sentAt}.alt`)}
        onChange={({ target }) => changePhoto(photo.key, () => ({ alt: target.value }))}
      />
      {photo.animated && <p className={styles.still}>{t('create.still')}</p>}
    </>
  )
}

function PetChips({ draft, pets, newPetHref }: Omit<DraftFormProps, 'onSubmit'>) {
  const t = useTranslate()
  const toggle = (id: PetCard['id']) =>
    changeDraft(({ pets: tagged }) => ({
      pets: tagged.includes(id) ? tagged.filter((one) => one !== id) : [...tagged, id],
    }))
  return (
    <fieldset className={styles.pets}>
      <legend>{t('create.who')}</legend>
      {pets.length === 0 && (
        <p className="muted">
          {t('create.noPets')}{' '}
          <Link className="link" to={newPetHref}>
            {t('create.addPet')}
          </Link>
        </p>
      )}
      {pets.map((pet) => (
        <Chip key={pet.id} pressed={draft.pets.includes(pet.id)} onClick={() => toggle(pet.id)}>
          <EaredFrame kind={petKind(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />
          {pet.name}
        </Chip>
      ))}
    </fieldset>
  )
}
