import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { Button } from '#ui/Button.tsx'
import { FollowError } from './FollowError.tsx'
import styles from './PetFollowButton.module.css'
import { useFollow } from './use-follow.ts'

/** Follow button in the coloured header of a pet's page. Shows "Follow" or "Following". */
export function PetFollowButton({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const { id, name, counts, diedOn } = pet
  const known = { followedByMe: pet.followedByMe, followerCount: counts.followers }
  const { followedByMe, set, error } = useFollow({ kind: 'pet', id }, known, name)
  const onVisitor = useVisitorGate()
  return (
    <span className={styles.follow}>
      <Button
        className={followedByMe || diedOn ? styles.on : styles.off}
        aria-pressed={followedByMe}
        aria-label={t(followedByMe ? phrases.follows.followingMarkWithName : phrases.follows.followWithName, { name })}
        onClick={() => (onVisitor ? onVisitor() : set(!followedByMe))}
      >
        {t(followedByMe ? phrases.follows.followingMark : phrases.follows.follow)}
      </Button>
      {error && <FollowError name={name} />}
    </span>
  )
}
