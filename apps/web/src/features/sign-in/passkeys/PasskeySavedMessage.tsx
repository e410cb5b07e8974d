import { paths } from '@pawtrait/contract/paths.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import styles from './PasskeySavedMessage.module.css'

/** Text of the toast for a new passkey, with a link to the security settings. */
export function PasskeySavedMessage() {
  const t = useTranslate()
  return (
    <>
      {t(phrases.passkeys.passkeySaved)}{' '}
      <Link className={styles.more} to={paths.settingsSecurity}>
        {t(phrases.passkeys.settingsLink)}
      </Link>
    </>
  )
}
