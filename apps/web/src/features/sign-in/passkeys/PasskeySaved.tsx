import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import styles from './PasskeySaved.module.css'

/** What a toast says of a passkey that nobody has asked for. */
export function PasskeySaved() {
  const t = useTranslate()
  return (
    <>
      {t(phrases.passkeys.isSaved)}{' '}
      <Link className={styles.more} to={paths.settingsSecurity}>
        {t(phrases.passkeys.toSettings)}
      </Link>
    </>
  )
}
