import { createOfferedPasskeyOptions, storeOfferedPasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { OfferCard } from '#shell/OfferCard.tsx'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { PasskeyCreationError } from './PasskeyCreationError.tsx'
import { PasskeySavedMessage } from './PasskeySavedMessage.tsx'
import { createPasskey } from './passkey-ceremonies.ts'
import { endPasskeyOffer } from './passkey-offer.ts'
import { refetchPasskeys } from './use-after-passkey-change.ts'

/** Card in the feed that offers a passkey to a user who has just logged in with a zip code. */
export function PasskeyOffer() {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const add = useMutation({
    mutationKey: ['offered-passkey'],
    mutationFn: async () =>
      call(storeOfferedPasskey, { body: { credential: await createPasskey(call(createOfferedPasskeyOptions)) } }),
    onSuccess: () => {
      refetchPasskeys(queries)
      endPasskeyOffer(queries)
      toast({ text: <PasskeySavedMessage /> })
    },
  })
  return (
    <OfferCard
      id="passkey-offer"
      title={t(phrases.passkeys.offerTitle)}
      text={t(phrases.passkeys.offerText)}
      note={<PasskeyCreationError error={add.error} />}
      actions={
        <>
          <Button busy={add.isPending} onClick={() => add.mutate()}>
            {t(phrases.passkeys.offerAccept)}
          </Button>
          <Button kind="ghost" onClick={() => endPasskeyOffer(queries)}>
            {t(phrases.passkeys.offerDecline)}
          </Button>
        </>
      }
    />
  )
}
