import { Icon } from '#ui/Icon.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './LogOutButton.module.css'
import { useLogOut } from './use-log-out.ts'

/** Log Out, with its name for screen readers also where only the icon has room. */
export function LogOutButton({ icon }: { icon: string }) {
  const t = useTranslate()
  const logOut = useLogOut()
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={t('app.logOut')}
      disabled={logOut.isPending}
      onClick={() => logOut.mutate()}
    >
      <Icon path={icon} size={20} />
      <span className={styles.label}>{t('app.logOut')}</span>
    </button>
  )
}
