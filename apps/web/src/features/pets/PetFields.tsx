import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { sexLabels } from '#i18n/en/by-value/pets/sex-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Field } from '#ui/forms/Field.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { BackdropPicker } from './BackdropPicker.tsx'
import styles from './PetForm.module.css'
import type { PetDraft } from './pet-draft.ts'
import { SpeciesPicker } from './SpeciesPicker.tsx'

const MAX_LENGTHS = { name: 60, breed: 60, bio: 300 } // maximum lengths, same as in packages/contract/src/pets/pets.ts
const sexes = ['female', 'male', 'unknown'] as const

type PetFieldsProps = {
  draft: PetDraft
  onChange: (change: Partial<PetDraft>) => void
  /** Returns the server's error for a field. */
  errorOf: (field: keyof PetDraft) => string | undefined
}

export function PetFields(field: PetFieldsProps) {
  const { draft, onChange, errorOf } = field
  const t = useTranslate()
  return (
    <>
      <Field
        label={t(phrases.pets.nameLabel)}
        name="name"
        value={draft.name}
        maxLength={MAX_LENGTHS.name}
        required
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <SpeciesPicker value={draft.species} onChange={(species) => onChange({ species })} />
      <BackdropPicker value={draft.backdrop} onChange={(backdrop) => onChange({ backdrop })} />
      <div className={styles.breed}>
        <Field
          label={t(phrases.pets.breedLabel)}
          name="breed"
          value={draft.breed}
          maxLength={MAX_LENGTHS.breed}
          autoComplete="off"
          error={errorOf('breed')}
          onChange={({ target }) => onChange({ breed: target.value })}
        />
        <SexPicker {...field} />
      </div>
      <div className={styles.two}>
        <DayField {...field} field="birthday" />
        <DayField {...field} field="gotchaDay" />
      </div>
      <BioField {...field} />
    </>
  )
}

function SexPicker({ draft, onChange }: PetFieldsProps) {
  const t = useTranslate()
  return (
    <RadioGroup
      legend={t(phrases.pets.sexLabel)}
      showLegend
      name="sex"
      options={sexes.map((value) => ({ value, label: t(sexLabels[value]) }))}
      value={draft.sex}
      onChange={(sex) => onChange({ sex })}
    />
  )
}

function BioField({ draft, onChange, errorOf }: PetFieldsProps) {
  const t = useTranslate()
  const used = countGraphemes(draft.bio)
  const remaining = t(phrases.pets.bioCharactersLeft, { count: Math.max(0, MAX_LENGTHS.bio - used) })
  return (
    <TextArea
      label={t(phrases.pets.bioLabel)}
      name="bio"
      value={draft.bio}
      rows={2}
      counter={{ used, max: MAX_LENGTHS.bio, label: remaining }}
      error={errorOf('bio')}
      onChange={({ target }) => onChange({ bio: target.value })}
    />
  )
}

const MAX_UTC_OFFSET_MS = 14 * 3_600_000 // UTC+14: the time zone where each day begins first

/** Returns today's date in the time zone that is furthest ahead, `YYYY-MM-DD`. */
const lastDay = (now: number): string => new Date(now + MAX_UTC_OFFSET_MS).toISOString().slice(0, 10)

type DayFieldProps = PetFieldsProps & {
  field: 'birthday' | 'gotchaDay'
}

function DayField({ field, draft, onChange, errorOf }: DayFieldProps) {
  const t = useTranslate()
  const today = lastDay(useNow())
  return (
    <Field
      label={t(field === 'birthday' ? phrases.pets.birthdayLabel : phrases.pets.gotchaDayLabel)}
      help={field === 'gotchaDay' ? t(phrases.pets.gotchaDayHelp) : undefined}
      name={field}
      type="date"
      min="1900-01-01"
      max={today}
      value={draft[field]}
      error={errorOf(field)}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  )
}
