import type { PhotoRequestTaken } from '@pawtrait/contract/moderation/photo-requests.ts'
import formStyles from '#features/sign-in/credentials/SudoForm.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'

// The form that had the focus is gone: so it is read out too.
const focusIt = (words: HTMLElement | null) => words?.focus()

/** The same whatever is at the address. */
export function Received({ taken, onAnother }: { taken: PhotoRequestTaken; onAnother: () => void }) {
  const t = useTranslate()
  return (
    <div className={formStyles.form}>
      <h2 ref={focusIt} tabIndex={-1}>
        {t(phrases.photoRequest.received)}
      </h2>
      <p>
        {t(phrases.photoRequest.receivedText)}{' '}
        {t(taken.mailed ? phrases.photoRequest.mailed : phrases.photoRequest.notMailed)}
      </p>
      <p>
        {t(phrases.photoRequest.reference)}: <b className="id">{taken.reference}</b>
      </p>
      <div className={formStyles.actions}>
        <Button kind="soft" onClick={onAnother}>
          {t(phrases.photoRequest.another)}
        </Button>
      </div>
    </div>
  )
}
