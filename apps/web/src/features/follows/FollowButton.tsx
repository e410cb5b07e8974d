import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './FollowButton.module.css'
import { FollowError } from './FollowError.tsx'
import type { FollowState, FollowTarget } from './follow-cache.ts'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = {
  followed: FollowTarget
  known: FollowState
  /** The user's username or the pet's name, for the accessible name of the button. */
  name: string
  /** If true, the button disappears when pressed, and reappears if the request fails. Used in posts. */
  once?: boolean
  /** Called for a visitor instead of sending a request. Opens the log-in page. */
  onVisitor?: (() => void) | undefined
  /** Called on press with the new state, before the server responds. */
  onPress?: (on: boolean) => void
}

const states = {
  off: { kind: 'soft', label: phrases.follows.follow, name: phrases.follows.followWithName },
  asked: { kind: 'ghost', label: phrases.follows.requestedMark, name: phrases.follows.requestedMarkWithName },
  on: { kind: 'ghost', label: phrases.follows.followingMark, name: phrases.follows.followingMarkWithName },
} as const

/**
 * Follow button. Shows "Requested" while a request to a private account is pending; a press then withdraws the request.
 * Shows an error beside the button when following or unfollowing fails.
 */
export function FollowButton({ followed, known, name, once = false, onVisitor, onPress }: FollowButtonProps) {
  const t = useTranslate()
  const { followedByMe, requestedByMe, isUnsure, set, error } = useFollow(followed, known, name)
  const isOn = followedByMe || requestedByMe
  const {
    kind,
    label,
    name: nameLabel,
  } = states[isUnsure ? 'off' : followedByMe ? 'on' : requestedByMe ? 'asked' : 'off']
  if (once && isOn) return null
  const press = () => {
    if (onVisitor) return onVisitor()
    onPress?.(!isOn)
    set(!isOn)
  }
  return (
    <span className={styles.follow}>
      <Button
        kind={kind}
        small
        busy={isUnsure}
        aria-label={t(nameLabel, { name })}
        {...(!once && { 'aria-pressed': isOn && !isUnsure })}
        onClick={press}
      >
        {t(label)}
      </Button>
      {error && <FollowError name={name} />}
    </span>
  )
}
