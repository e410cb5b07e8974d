import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useEffect, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { onNeedsReload } from '#lib/server/load-chunk.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './ReloadRequiredBar.module.css'

/** Bar that asks the user to reload the page. A chunk of the app can only be loaded after a reload. */
export function ReloadRequiredBar() {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  useEffect(() => onNeedsReload(() => setShown(true)), [])
  return (
    <div role="status">
      {shown && (
        <div className={styles.bar}>
          <div className={styles.words}>
            <b>{t(phrases.app.reloadNotice)}</b>
            <span>{t(phrases.app.reloadHelp)}</span>
          </div>
          <Button kind="soft" small onClick={() => window.location.reload()}>
            {t(phrases.app.reload)}
          </Button>
          <IconButton label={t(phrases.app.reloadLater)} icon={x} iconSize={20} onClick={() => setShown(false)} />
        </div>
      )}
    </div>
  )
}
