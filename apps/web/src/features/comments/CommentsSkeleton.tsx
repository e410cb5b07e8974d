import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './CommentList.module.css'

export function CommentsSkeleton({ rows = 4 }: { rows?: number }) {
  const t = useTranslate()
  return (
    <LabelledSkeleton label={t(phrases.comments.loadingLabel)}>
      {Array.from({ length: rows }, (_, row) => (
        <CommentSkeleton key={row} />
      ))}
    </LabelledSkeleton>
  )
}

export function CommentSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton shape="circle" />
      <div className={styles.lines}>
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  )
}
