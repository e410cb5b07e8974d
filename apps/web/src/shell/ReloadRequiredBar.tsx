import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFocusAfterRemoval } from '#lib/focus/use-focus-after-removal.ts'
import { onNewVersion } from '#lib/offline/new-version.ts'
import { onReloadRequired } from '#lib/server/load-chunk.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './ReloadRequiredBar.module.css'

type ReloadOffer = { title: string; help: string; reload: () => unknown }

const chunkOffer: ReloadOffer = {
  title: phrases.app.reloadNotice,
  help: phrases.app.reloadHelp,
  reload: () => window.location.reload(),
}

const createVersionOffer = (reload: () => Promise<void>): ReloadOffer => ({
  title: phrases.app.newVersion,
  help: phrases.app.newVersionHelp,
  reload,
})

/** Bar that asks the user to reload the page: for a new version, or a chunk that only loads after a reload. */
export function ReloadRequiredBar() {
  const [offer, setOffer] = useState<ReloadOffer | null>(null)
  useEffect(() => onReloadRequired(() => setOffer(chunkOffer)), [])
  useEffect(() => onNewVersion((reload) => setOffer(createVersionOffer(reload))), [])
  return <div role="status">{offer && <Bar offer={offer} onClose={() => setOffer(null)} />}</div>
}

function Bar({ offer, onClose }: { offer: ReloadOffer; onClose: () => void }) {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(element)
  return (
    <div ref={element} className={styles.bar} data-notice>
      <div className={styles.words}>
        <b>{t(offer.title)}</b>
        <span>{t(offer.help)}</span>
      </div>
      <div className={styles.buttons}>
        <Button
          kind="soft"
          small
          busy={isBusy}
          onClick={() => {
            setBusy(true)
            void offer.reload()
          }}
        >
          {t(phrases.app.reload)}
        </Button>
        <IconButton label={t(phrases.app.reloadLater)} icon={x} iconSize={20} onClick={onClose} />
      </div>
    </div>
  )
}
