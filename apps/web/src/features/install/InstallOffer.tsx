import share from '@phosphor-icons/core/regular/export.svg?path'
import tap from '@phosphor-icons/core/regular/hand-tap.svg?path'
import plus from '@phosphor-icons/core/regular/plus-square.svg?path'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { OfferCard } from '#shell/OfferCard.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './InstallOffer.module.css'
import { type InstallMethod, promptInstall, stopOfferingInstall } from './install-offer.ts'

const steps = [
  { icon: share, text: phrases.app.installShareStep },
  { icon: plus, text: phrases.app.installAddStep },
  { icon: tap, text: phrases.app.installConfirmStep },
] as const

/** Card in the feed that offers to install the app: by the browser's dialog, or by steps with pictures on an iPhone. */
export function InstallOffer({ method }: { method: InstallMethod }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <OfferCard
        id="install-offer"
        title={t(phrases.app.installTitle)}
        text={t(phrases.app.installText)}
        actions={
          <>
            <Button onClick={() => (method === 'prompt' ? void promptInstall() : setOpen(true))}>
              {t(phrases.app.installAccept)}
            </Button>
            <Button kind="ghost" onClick={stopOfferingInstall}>
              {t(phrases.app.installDecline)}
            </Button>
          </>
        }
      />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(phrases.app.installStepsTitle)}
        closeLabel={t(phrases.ui.close)}
        actions={<Button onClick={stopOfferingInstall}>{t(phrases.app.installDone)}</Button>}
      >
        <ol className={styles.steps}>
          {steps.map(({ icon, text }) => (
            <li key={icon}>
              <span className={styles.picture}>
                <Icon path={icon} size={28} />
              </span>
              {t(text)}
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}
