import { paths } from '@pawtrait/contract/paths.ts'
import { shortcutKeys } from '#i18n/en/chosen/shortcut-keys.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './ShortcutsHelp.module.css'

const keys = ['j', 'k', 'l', 'c', 's', 'n', '/', '?'] as const

/** What each key does, and where to switch them off. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t(phrases.app.shortcuts)} closeLabel={t(phrases.ui.close)}>
      <dl className={styles.keys}>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(shortcutKeys[key])}</dd>
          </div>
        ))}
      </dl>
      <Link className="link" to={paths.settingsAppearance} onClick={onClose}>
        {t(phrases.app.shortcutsOff)}
      </Link>
    </Dialog>
  )
}
