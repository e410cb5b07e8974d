import type { Comment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import type { TextHrefs } from '#ui/LinkedText.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { KnownComment } from './KnownComment.tsx'
import styles from './CommentList.module.css'
import { CommentsSkeleton } from './CommentsSkeleton.tsx'
import { useComments } from './use-comments.ts'

type CommentListProps = {
  postId: PostId
  /** The addresses of users and tags. */
  hrefs: TextHrefs
  /** Left out for visitors. */
  onReply?: ((comment: Comment) => void) | undefined
  /** The comment whose answers show, because one was just written. */
  opened: Comment | null
}

/** Every comment of a post, oldest first, with the answers to each. */
export function CommentList({ postId, hrefs, onReply, opened }: CommentListProps) {
  const t = useTranslate()
  const { ids, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useComments(postId, null)
  if (isPending) return <CommentsSkeleton />
  return (
    <>
      <ul className={styles.list} aria-label={t('comments.list')}>
        {ids.map((id) => (
          <KnownComment key={id} id={id} hrefs={hrefs} onReply={onReply}>
            {(comment) =>
              comment.replyCount > 0 && (
                <Replies comment={comment} hrefs={hrefs} onReply={onReply} shown={opened?.rootId === id} />
              )
            }
          </KnownComment>
        ))}
      </ul>
      {isError && (
        <LoadFailed
          title={t('comments.notLoaded')}
          query={{ isFetching: isFetchingNextPage, refetch: ids.length > 0 ? fetchNextPage : refetch }}
        />
      )}
      {hasNextPage && !isError && (
        <Button kind="quiet" small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
    </>
  )
}

type RepliesProps = Pick<CommentListProps, 'hrefs' | 'onReply'> & { comment: Comment; shown: boolean }

/** The answers to one comment, fetched when they are asked for. */
function Replies({ comment, hrefs, onReply, shown }: RepliesProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? shown
  const list = useComments(comment.postId, comment.id, open)
  return (
    <div className={styles.replies}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setChosen(!open)}>
        {open ? t('comments.hideReplies') : t('comments.replies', { count: comment.replyCount })}
      </button>
      {open && list.isPending && <CommentsSkeleton rows={1} />}
      {open && list.isError && <LoadFailed title={t('comments.notLoaded')} query={list} />}
      {open && (
        <ul className={styles.list}>
          {list.ids.map((id) => (
            <KnownComment key={id} id={id} hrefs={hrefs} onReply={onReply} />
          ))}
        </ul>
      )}
      {open && list.hasNextPage && (
        <button type="button" className={styles.toggle} onClick={() => void list.fetchNextPage()}>
          {t('comments.moreReplies')}
        </button>
      )}
    </div>
  )
}
