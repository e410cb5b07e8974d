import { CommentSkeleton } from '#features/comments/CommentsSkeleton.tsx'
import card from '#features/posts/PostCard.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { PawShape } from '#ui/art/PawShape.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './FeedSkeleton.module.css'

/** Placeholder for the first post while it loads. Has the same grid as a post, to avoid a layout shift. */
export function FeedSkeleton() {
  const t = useTranslate()
  return (
    <LabelledSkeleton label={t(phrases.feed.loadingLabel)}>
      <div className={card.post}>
        <div className={card.head}>
          <Head />
        </div>
        <div className={card.photo}>
          <Print />
        </div>
        <div className={card.acts}>
          <div className={styles.acts}>
            <Skeleton shape="pill" />
            <Skeleton shape="pill" />
            <Skeleton shape="pill" />
          </div>
        </div>
        <div className={card.body}>
          <div className={card.words}>
            <Skeleton className={styles.caption} />
            <Skeleton className={styles.captionEnd} />
            {Array.from({ length: 4 }, (_, row) => (
              <CommentSkeleton key={row} />
            ))}
          </div>
        </div>
        <div className={card.say}>
          <Skeleton shape="pill" className={styles.say} />
        </div>
      </div>
    </LabelledSkeleton>
  )
}

function Head() {
  return (
    <div className={styles.head}>
      <Skeleton shape="circle" className={styles.face} />
      <div className={styles.lines}>
        <Skeleton />
        <Skeleton />
      </div>
      <Skeleton shape="pill" className={styles.button} />
    </div>
  )
}

/** Placeholder for the photo: an empty frame with a dashed outline and a paw. */
function Print() {
  return (
    <div className={styles.print}>
      <span className={styles.arch}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <PawShape />
        </svg>
      </span>
      <span className={styles.plate} />
      <span className={styles.strip}>
        <i />
        <i />
        <i />
        <i />
      </span>
    </div>
  )
}
