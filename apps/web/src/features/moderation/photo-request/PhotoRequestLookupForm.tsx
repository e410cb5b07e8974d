import { getPhotoRequestState } from '@pawtrait/contract/moderation/photo-requests.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { photoRequestStateTexts } from '#i18n/en/by-value/moderation/photo-request-state-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'

/** Form that looks up the state of a photo removal request by its number. */
export function PhotoRequestLookupForm() {
  const t = useTranslate()
  const [reference, setReference] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationKey: ['read-photo-request'],
    mutationFn: () => call(getPhotoRequestState, { body: { reference } }),
  })
  return (
    <ServerValidatedForm busy={isPending} onSend={() => mutate()} className={formStyles.form}>
      <Field
        asId
        label={t(phrases.photoRequest.referenceLabel)}
        help={t(phrases.photoRequest.lookUpHelp)}
        name="reference"
        autoComplete="off"
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <p role="status">{data && t(photoRequestStateTexts[data.state])}</p>
      <CallErrorMessage title={t(phrases.photoRequest.lookUpFailed)} error={error} />
      <div className={formStyles.actions}>
        <Button type="submit" kind="soft" busy={isPending}>
          {t(phrases.photoRequest.lookUpButton)}
        </Button>
      </div>
    </ServerValidatedForm>
  )
}
