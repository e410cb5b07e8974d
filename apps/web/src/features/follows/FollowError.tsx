import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './FollowButton.module.css'

/** Error of a failed follow or unfollow, beside its control. The parent component sets its position. */
export function FollowError({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <span role="alert" className={styles.failed}>
      {t(phrases.follows.followFailed, { name })}
    </span>
  )
}
