import type { Comment } from '@pawtrait/contract/comments.ts'
import minus from '@phosphor-icons/core/regular/minus.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './CommentTombstone.module.css'
import { commentElementId } from './scroll-to-comment.ts'

const deletionPhrases = {
  'by-author': phrases.comments.deletedByAuthor,
  'by-post-author': phrases.comments.deletedByPostAuthor,
  'by-moderator': phrases.comments.takenDownByModerator,
  unseen: phrases.comments.unavailableComment,
} as const

export function CommentTombstone({ comment, isLinked }: { comment: Comment; isLinked: boolean }) {
  const t = useTranslate()
  return (
    <p className={styles.gone} tabIndex={-1} id={commentElementId(comment.id)} data-linked={isLinked || undefined}>
      <Icon path={minus} size={16} />
      {t(deletionPhrases[comment.gone ?? 'by-author'])}
    </p>
  )
}
