import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Logo } from '#ui/Logo.tsx'
import brand from './Brand.module.css'
import styles from './Shell.module.css'
import bar from './TopBar.module.css'

/** The dashboard's outline, seen for a moment before the app runs; the page's own skeleton follows. */
export function ShellSkeleton() {
  const t = useTranslate()
  return (
    <div className={styles.shell}>
      <div className={styles.side}>
        <span className={brand.brand}>
          <Logo />
          <span className="wordmark" role="img" aria-label={t(phrases.app.name)} />
        </span>
      </div>
      <div className={styles.main}>
        <div className={bar.top} />
        <p className="vh" role="status">
          {t(phrases.ui.loading)}
        </p>
      </div>
      <div className={styles.tabs} />
    </div>
  )
}
