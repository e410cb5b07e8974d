import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import type { Followed, Following } from './follow-cache.ts'
import { FollowFailed } from './FollowFailed.tsx'
import styles from './FollowButton.module.css'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = {
  followed: Followed
  known: Following
  /** Username or pet's name, for screen readers. */
  name: string
  /** In posts: gone once pressed, back if the request fails. Elsewhere it becomes "Following". */
  once?: boolean
  /** Instead of following: a visitor is sent to log in. */
  onVisitor?: (() => void) | undefined
  /** Told what was pressed, before the server answers. */
  onPress?: (on: boolean) => void
}

/** Follow. The failure of a request is said beside the button. */
export function FollowButton({ followed, known, name, once = false, onVisitor, onPress }: FollowButtonProps) {
  const t = useTranslate()
  const { followedByMe, set, error } = useFollow(followed, known)
  if (once && followedByMe) return null
  const press = () => {
    if (onVisitor) return onVisitor()
    onPress?.(!followedByMe)
    set(!followedByMe)
  }
  return (
    <span className={styles.follow}>
      <Button
        kind={followedByMe ? 'ghost' : 'soft'}
        small
        aria-label={t(followedByMe ? 'follows.followingName' : 'follows.followName', { name })}
        {...(!once && { 'aria-pressed': followedByMe })}
        onClick={press}
      >
        {t(followedByMe ? 'follows.following' : 'follows.follow')}
      </Button>
      {error && <FollowFailed name={name} />}
    </span>
  )
}
