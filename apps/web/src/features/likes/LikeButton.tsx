import type { Post } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Act } from '#ui/Act.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import styles from './LikeButton.module.css'

type LikeButtonProps = {
  post: Pick<Post, 'likedByMe' | 'likeCount'>
  onLike: (liked: boolean) => void
}

/** The paw and how many there are. The toes press only for a like made here, not for one that was there. */
export function LikeButton({ post: { likedByMe, likeCount }, onLike }: LikeButtonProps) {
  const t = useTranslate()
  const [wasLiked] = useState(likedByMe)
  const [moved, setMoved] = useState(false)
  if (likedByMe !== wasLiked && !moved) setMoved(true)
  return (
    <Act
      className={moved ? styles.moved : styles.still}
      label={t(phrases.likes.likeCount, { count: likeCount })}
      icon={<PawIcon pressed={likedByMe} />}
      pressed={likedByMe}
      count={t(phrases.likes.number, { count: likeCount })}
      word={t(phrases.likes.word, { count: likeCount })}
      onClick={() => onLike(!likedByMe)}
    />
  )
}
