import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useEffect, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { onNewVersion } from '#lib/load-chunk.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './NewVersion.module.css'

/** Says that the server runs a newer app than this tab; the person chooses when to reload. */
export function NewVersion() {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  useEffect(() => onNewVersion(() => setShown(true)), [])
  return (
    <div role="status">
      {shown && (
        <div className={styles.bar}>
          <div className={styles.words}>
            <b>{t(phrases.app.newVersion)}</b>
            <span>{t(phrases.app.newVersionHelp)}</span>
          </div>
          <Button kind="soft" small onClick={() => window.location.reload()}>
            {t(phrases.app.reload)}
          </Button>
          <IconButton label={t(phrases.app.later)} icon={x} iconSize={20} onClick={() => setShown(false)} />
        </div>
      )}
    </div>
  )
}
