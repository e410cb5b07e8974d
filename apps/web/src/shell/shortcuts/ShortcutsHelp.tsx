import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './ShortcutsHelp.module.css'

type ShortcutsHelpProps = {
  title: string
  /** Description of each key, in display order. */
  keys: Readonly<Record<string, string>>
  open: boolean
  onClose: () => void
}

/** Dialog with the list of keys and a link to switch them off. */
export function ShortcutsHelp({ title, keys, open, onClose }: ShortcutsHelpProps) {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t(phrases.ui.close)}>
      <dl className={styles.keys}>
        {Object.entries(keys).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Link className="link" to={paths.settingsAppearance} onClick={onClose}>
        {t(phrases.app.switchOffShortcuts)}
      </Link>
    </Dialog>
  )
}
