import { paths } from '@pawtrait/contract/paths.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { ReactNode } from 'react'
import { SlowUploadNotice } from '#features/media/SlowUploadNotice.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFieldErrors } from '#lib/forms/use-field-errors.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { PictureForm } from '#ui/forms/PictureForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { Link } from '#ui/Link.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import styles from './ProfileForm.module.css'
import { ProfilePicturePicker } from './ProfilePicturePicker.tsx'
import { getImageUrl, type ProfileDraft } from './profile-draft.ts'

const MAX_LENGTHS = { fullname: 60, bio: 300 } // maximum lengths, same as in packages/contract/src/profiles.ts

type ProfileFormProps = {
  user: Viewer
  /** The viewer's pets. Pets with a portrait can be selected as the picture. */
  pets: readonly PetCard[]
  draft: ProfileDraft
  onChange: (change: Partial<ProfileDraft>) => void
  /**
   * Receives a promise that settles when the chosen photo is decoded. Receives null if the user chooses another picture
   * before that.
   */
  onReading: (reading: Promise<unknown> | null) => void
  isSaving: boolean
  error: unknown
  /** Choice between the two versions after an edit conflict, shown instead of the error; otherwise null. */
  conflict: ReactNode
  onSave: () => void
  onCancel: () => void
}

/** Form of the viewer's profile. It keeps its input when saving fails. */
export function ProfileForm(props: ProfileFormProps) {
  const { user, pets, draft, onChange, onReading, isSaving, error, onSave } = props
  const picture = (
    <ProfilePicturePicker
      user={user}
      pets={pets}
      choice={draft.image}
      image={getImageUrl(draft.image, user.image)}
      onChange={(image) => onChange({ image })}
      onReading={onReading}
    />
  )
  return (
    <PictureForm picture={picture} buttons={<Buttons {...props} />} isSaving={isSaving} refusal={error} onSave={onSave}>
      <TextFields {...props} />
    </PictureForm>
  )
}

function TextFields(props: ProfileFormProps) {
  const { user, draft, onChange, error, conflict } = props
  const t = useTranslate()
  const formatProblem = useProblemText()
  const refusal = error instanceof CallError ? error : null
  const errorOf = useFieldErrors(error, draft)
  return (
    <>
      <Field
        label={t(phrases.profiles.fullnameLabel)}
        name="fullname"
        autoComplete="name"
        required
        value={draft.fullname}
        maxLength={MAX_LENGTHS.fullname}
        error={errorOf('fullname')}
        onChange={({ target }) => onChange({ fullname: target.value })}
      />
      <ReadOnlyField label={t(phrases.profiles.usernameLabel)} help={<UsernameHelp />} value={user.username} />
      <ReadOnlyField label={t(phrases.profiles.emailLabel)} help={t(phrases.profiles.emailHelp)} value={user.email} />
      <BioField draft={draft} onChange={onChange} errorOf={errorOf} />
      <SlowUploadNotice />
      {conflict ??
        (error !== null && (
          <ErrorBox title={t(phrases.profiles.saveFailed)}>
            {refusal && formatProblem(refusal)} {t(phrases.profiles.inputKeptNote)}
          </ErrorBox>
        ))}
    </>
  )
}

/** Help text of the username field, with a link to the page where the user can change the username. */
function UsernameHelp() {
  const t = useTranslate()
  return (
    <>
      {t(phrases.profiles.usernameHelp)}{' '}
      <Link className="link" to={paths.settingsAccount}>
        {t(phrases.profiles.changeUsernameHint)}
      </Link>
    </>
  )
}

function ReadOnlyField(field: { label: string; help: ReactNode; value: string }) {
  return <Field {...field} asId readOnly className={styles.fixed} />
}

function Buttons({ isSaving, conflict, onCancel }: ProfileFormProps) {
  const t = useTranslate()
  return (
    <>
      <Button type="submit" busy={isSaving} disabled={conflict !== null}>
        {t(isSaving ? phrases.profiles.savingLabel : phrases.profiles.save)}
      </Button>
      <Button kind="ghost" onClick={onCancel}>
        {t(phrases.profiles.cancel)}
      </Button>
    </>
  )
}

type BioFieldProps = Pick<ProfileFormProps, 'draft' | 'onChange'> & { errorOf: (field: 'bio') => string | undefined }

function BioField({ draft, onChange, errorOf }: BioFieldProps) {
  const t = useTranslate()
  const used = countGraphemes(draft.bio)
  const remaining = t(phrases.profiles.bioCharactersLeft, { count: Math.max(0, MAX_LENGTHS.bio - used) })
  return (
    <TextArea
      label={t(phrases.profiles.bioLabel)}
      name="bio"
      rows={3}
      value={draft.bio}
      counter={{ used, max: MAX_LENGTHS.bio, label: remaining }}
      error={errorOf('bio')}
      onChange={({ target }) => onChange({ bio: target.value })}
    />
  )
}
