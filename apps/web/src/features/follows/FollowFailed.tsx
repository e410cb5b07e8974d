import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './FollowButton.module.css'

/** Says beside its control that a follow or unfollow did not go through. The parent is its place. */
export function FollowFailed({ name }: { name: string }) {
  const t = useTranslate()
  return (
    <span role="alert" className={styles.failed}>
      {t(phrases.follows.failed, { name })}
    </span>
  )
}
