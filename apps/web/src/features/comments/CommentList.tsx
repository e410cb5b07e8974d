import type { CommentId } from '@pawtrait/contract/ids.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import styles from './CommentList.module.css'
import { CommentsSkeleton } from './CommentsSkeleton.tsx'
import { CommentThread } from './CommentThread.tsx'
import { type CommentsContext, commentProps } from './comments-context.tsx'
import { KnownComment } from './KnownComment.tsx'
import { useComments } from './use-comments.ts'

/** Every comment of a post, the pinned one first and then oldest first, with the answers to each as a tree. */
export function CommentList({ context }: { context: CommentsContext }) {
  const t = useTranslate()
  const list = useComments(context.post.id, context.linked)
  const { partsOf, ...known } = commentProps(context)
  if (list.isPending) return <CommentsSkeleton />
  const one = (id: CommentId) => (
    <KnownComment key={id} id={id} {...known} partsOf={partsOf()}>
      {(comment) => <CommentThread root={comment} context={context} />}
    </KnownComment>
  )
  const isRead = list.ids.length > 0
  return (
    <>
      {list.pinned && (
        <ul className={styles.list} aria-label={t(phrases.comments.pinned)}>
          {one(list.pinned)}
        </ul>
      )}
      {list.hasPreviousPage && (
        <Button kind="quiet" small busy={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
          {t(phrases.comments.earlier)}
        </Button>
      )}
      <ul className={styles.list} aria-label={t(phrases.comments.list)}>
        {list.ids.map(one)}
      </ul>
      {list.isError && (
        <LoadFailed
          title={t(phrases.comments.notLoaded)}
          query={{ isFetching: list.isFetchingNextPage, refetch: isRead ? list.fetchNextPage : list.refetch }}
        />
      )}
      {list.hasNextPage && !list.isError && (
        <Button kind="quiet" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t(phrases.comments.more)}
        </Button>
      )}
    </>
  )
}
