import {
  type PhotoRequestReceipt,
  photoRequestLimits,
  photoSubjects,
} from '@pawtrait/contract/moderation/photo-requests.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { useRef, useState } from 'react'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { photoRequestPersonLabels } from '#i18n/en/by-value/moderation/photo-request-person-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { FieldError } from '#ui/forms/FieldFrame.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { useFocusFirstInvalid } from '#ui/forms/use-focus-first-invalid.ts'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { emptyPhotoRequestDraft, type PhotoRequestDraft, usePhotoRequest } from './use-photo-request.ts'

// Focuses the confirmation, which replaces the form, so that screen readers read it.
const focusElement = (element: HTMLElement | null) => element?.focus()

type FieldsProps = {
  draft: PhotoRequestDraft
  change: (part: Partial<PhotoRequestDraft>) => void
  wrong: (field: string) => string | undefined
}

/** Form to request the removal of a photo: URL, person in the photo, email. It keeps its input when sending fails. */
export function PhotoRequestForm({ canMail }: { canMail: boolean }) {
  const t = useTranslate()
  const form = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(emptyPhotoRequestDraft)
  const [isPersonMissing, setPersonMissing] = useState(false)
  const { begin, mutate, reset, data, error, isPending } = usePhotoRequest()
  useFocusFirstInvalid(form, error)
  if (data) return <RequestConfirmation taken={data} onAnother={reset} />
  const wrong = (field: string) => (error instanceof CallError ? error.field(field) : undefined)
  const change = (part: Partial<PhotoRequestDraft>) => {
    begin()
    setDraft((now) => ({ ...now, ...part }))
  }
  const send = () => {
    const { whom } = draft
    setPersonMissing(!whom)
    if (whom) mutate({ ...draft, whom })
  }
  const isOfField = ['address', 'email', 'words'].some(wrong)
  return (
    <ServerValidatedForm busy={isPending} onSend={send} className={formStyles.form}>
      <div ref={form} className={formStyles.form}>
        <AddressField {...{ draft, change, wrong }} />
        <PersonField {...{ draft, change }} isPersonMissing={isPersonMissing} />
        <MessageAndEmailFields {...{ draft, change, wrong, canMail }} />
      </div>
      <CallErrorMessage title={t(phrases.photoRequest.sendFailed)} error={isOfField ? null : error} />
      <div className={formStyles.actions}>
        <Button type="submit" busy={isPending}>
          {t(isPending ? phrases.photoRequest.sendingRequest : phrases.photoRequest.sendRequest)}
        </Button>
      </div>
    </ServerValidatedForm>
  )
}

function AddressField({ draft, change, wrong }: FieldsProps) {
  const t = useTranslate()
  return (
    <Field
      label={t(phrases.photoRequest.addressLabel)}
      help={t(phrases.photoRequest.addressHelp)}
      name="address"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      value={draft.address}
      error={wrong('address')}
      onChange={({ target }) => change({ address: target.value })}
    />
  )
}

function PersonField({ draft, change, isPersonMissing }: Omit<FieldsProps, 'wrong'> & { isPersonMissing: boolean }) {
  const t = useTranslate()
  const options = photoSubjects.map((value) => ({ value, label: t(photoRequestPersonLabels[value]) }))
  return (
    <div>
      <RadioGroup
        rows
        showLegend
        legend={t(phrases.photoRequest.personLegend)}
        name="whom"
        options={options}
        value={draft.whom}
        onChange={(whom) => change({ whom })}
      />
      <div role="alert">
        {isPersonMissing && !draft.whom && <FieldError>{t(phrases.photoRequest.personMissing)}</FieldError>}
      </div>
    </div>
  )
}

function MessageAndEmailFields({ draft, change, wrong, canMail }: FieldsProps & { canMail: boolean }) {
  const t = useTranslate()
  const max = photoRequestLimits.words
  const used = countGraphemes(draft.words)
  const label = t(phrases.photoRequest.messageCharactersLeft, { count: Math.max(0, max - used) })
  return (
    <>
      <TextArea
        label={t(phrases.photoRequest.messageLabel)}
        name="words"
        rows={3}
        maxLength={max}
        counter={{ used, max, label }}
        value={draft.words}
        error={wrong('words')}
        onChange={({ target }) => change({ words: target.value })}
      />
      <Field
        label={t(phrases.photoRequest.emailLabel)}
        help={t(canMail ? phrases.photoRequest.emailHelp : phrases.photoRequest.emailHelpWithoutMail)}
        name="email"
        type="email"
        autoComplete="email"
        value={draft.email}
        error={wrong('email')}
        onChange={({ target }) => change({ email: target.value })}
      />
    </>
  )
}

/**
 * Confirmation of the request. The text is the same for every URL, because it must not reveal whether the photo exists.
 */
function RequestConfirmation({ taken, onAnother }: { taken: PhotoRequestReceipt; onAnother: () => void }) {
  const t = useTranslate()
  return (
    <div className={formStyles.form}>
      <h2 ref={focusElement} tabIndex={-1}>
        {t(phrases.photoRequest.receivedTitle)}
      </h2>
      <p>
        {t(phrases.photoRequest.receivedText)}{' '}
        {t(taken.mailed ? phrases.photoRequest.mailNote : phrases.photoRequest.noMailNote)}
      </p>
      <p>
        {t(phrases.photoRequest.referenceLabel)}: <b className="id">{taken.reference}</b>
      </p>
      <div className={formStyles.actions}>
        <Button kind="soft" onClick={onAnother}>
          {t(phrases.photoRequest.anotherRequest)}
        </Button>
      </div>
    </div>
  )
}
