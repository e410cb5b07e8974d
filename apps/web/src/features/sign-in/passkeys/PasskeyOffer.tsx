import { createOfferedPasskeyOptions, storeOfferedPasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { PasskeyNotMade } from './PasskeyNotMade.tsx'
import styles from './PasskeyOffer.module.css'
import { PasskeySavedMessage } from './PasskeySavedMessage.tsx'
import { createPasskey } from './passkey-ceremonies.ts'
import { endPasskeyOffer } from './passkey-offer.ts'
import { refetchPasskeys } from './use-passkeys-changed.ts'

/** Card in the feed that offers a passkey in place of the zip code with which the user has just logged in. */
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
    <section className={styles.card} aria-labelledby="passkey-offer">
      <h2 id="passkey-offer">{t(phrases.passkeys.offerTitle)}</h2>
      <p>{t(phrases.passkeys.offerText)}</p>
      <PasskeyNotMade error={add.error} />
      <div className={styles.actions}>
        <Button busy={add.isPending} onClick={() => add.mutate()}>
          {t(phrases.passkeys.offerAccept)}
        </Button>
        <Button kind="ghost" onClick={() => endPasskeyOffer(queries)}>
          {t(phrases.passkeys.offerDecline)}
        </Button>
      </div>
    </section>
  )
}
