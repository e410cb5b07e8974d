import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Logo } from '#ui/Logo.tsx'
import styles from './Brand.module.css'

/** Logo and wordmark, linked to the home page. */
export function Brand({ to }: { to: string }) {
  const t = useTranslate()
  return (
    <Link className={styles.brand} to={to} reloadDocument={to === '/'}>
      <Logo />
      <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
    </Link>
  )
}
