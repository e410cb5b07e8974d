import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Logo } from '#ui/Logo.tsx'
import brand from './Brand.module.css'
import styles from './Shell.module.css'
import bar from './TopBar.module.css'

/** Skeleton of the signed-in layout without a page, shown until the app runs. */
export function ShellSkeleton() {
  const t = useTranslate()
  return (
    <div className={styles.shell}>
      <div className={styles.side}>
        <span className={brand.brand}>
          <Logo />
          <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
        </span>
      </div>
      <div className={styles.main}>
        <div className={bar.top} />
        <p className="vh" role="status">
          {t(phrases.ui.loadingLabel)}
        </p>
      </div>
      <div className={styles.tabs} />
    </div>
  )
}
