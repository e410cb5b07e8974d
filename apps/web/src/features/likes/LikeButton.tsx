import type { Post } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useLongPress } from '#lib/use-long-press.ts'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import { ReactionButton } from '#ui/ReactionButton.tsx'
import styles from './LikeButton.module.css'

type LikeButtonProps = {
  post: Pick<Post, 'likedByMe' | 'likeCount'>
  onLike: (liked: boolean) => void
  /** Called on a long press, to show who liked the post. The post's menu has an item for the same action. */
  onShowLikers: () => void
}

/** Like button with a paw and the number of likes. Animates only changes after mount. */
export function LikeButton({ post: { likedByMe, likeCount }, onLike, onShowLikers }: LikeButtonProps) {
  const t = useTranslate()
  const [wasLiked] = useState(likedByMe)
  const longPress = useLongPress(onShowLikers)
  const [hasMoved, setHasMoved] = useState(false)
  if (likedByMe !== wasLiked && !hasMoved) setHasMoved(true)
  return (
    <ReactionButton
      className={classNames(styles.like, hasMoved ? styles.moved : styles.still)}
      label={t(phrases.likes.buttonLabel, { count: likeCount })}
      icon={<PawIcon pressed={likedByMe} />}
      pressed={likedByMe}
      count={t(phrases.likes.formattedLikeCount, { count: likeCount })}
      word={t(phrases.likes.likesWord, { count: likeCount })}
      {...longPress}
      data-key="l"
      onClick={() => onLike(!likedByMe)}
    />
  )
}
