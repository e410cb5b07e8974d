import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Logo } from '#ui/Logo.tsx'
import styles from './Footer.module.css'

/** Footer of public pages. */
export function Footer() {
  const t = useTranslate()
  return (
    <footer className={styles.foot}>
      <span className={styles.brand}>
        <Logo size={26} />
        <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
      </span>
      <Link to={paths.rules}>{t(phrases.app.rules)}</Link>
      <Link to={paths.transparency}>{t(phrases.app.transparency)}</Link>
      <Link to={paths.safety}>{t(phrases.app.safety)}</Link>
      <Link to={paths.photoRequest}>{t(phrases.app.photoRequestLink)}</Link>
      <Link to={paths.privacy}>{t(phrases.app.privacy)}</Link>
    </footer>
  )
}
