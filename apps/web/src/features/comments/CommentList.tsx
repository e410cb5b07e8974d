import type { CommentId } from '@pawtrait/contract/ids.ts'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { Button } from '#ui/Button.tsx'
import { VirtualList } from '#ui/lists/VirtualList.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './CommentList.module.css'
import { CommentListContext, type CommentsContext } from './comments-context.tsx'
import { CommentRow } from './rows/CommentRow.tsx'
import { flattenThreads } from './rows/flatten-threads.ts'
import { commentHeights, useCommentsScrollRestoration } from './rows/use-comments-scroll-restoration.ts'
import { scrollToComment } from './scroll-to-comment.ts'
import { INLINE_REPLY_COUNT } from './thread-cache.ts'
import { FIRST_PAGE_SIZE, useComments, useThreads } from './use-comments.ts'

// Loaded lazily: the HTML from the server already contains the first page of comments, and most posts have only one
// page.
const CommentsSkeleton = lazyComponent(async () => (await import('./CommentsSkeleton.tsx')).CommentsSkeleton)
const LoadMoreComments = lazyComponent(async () => (await import('./LoadMoreComments.tsx')).LoadMoreComments)

/** All comments of a post as a tree: the pinned comment first, then oldest first. */
export function CommentList({ context }: { context: CommentsContext }) {
  const t = useTranslate()
  const { post, linked } = context
  const scrollRestoration = useCommentsScrollRestoration(post.id, linked)
  const list = useComments(post.id, linked)
  useScrollToLinked(linked === 'newest' ? (list.ids.at(-1) ?? null) : linked, scrollRestoration.anchor !== null)
  const { ids, pinned } = list
  const onTop = useMemo(() => (pinned ? [pinned] : []), [pinned])
  if (list.isPending && !hasQueryFailed(list)) return <CommentsSkeleton />
  const failed = hasQueryFailed(list) || (list.isError && !list.isFetchNextPageError)
  return (
    <>
      {pinned && (
        <Rows tops={onTop} context={context} isWhole label={t(phrases.comments.pinnedComment)} place={NO_SCROLL} />
      )}
      {list.hasPreviousPage && (
        <Button kind="quiet" small busy={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
          {t(phrases.comments.showEarlier)}
        </Button>
      )}
      <Rows
        tops={ids}
        context={context}
        isWhole={!list.hasNextPage && !list.hasPreviousPage}
        label={t(phrases.comments.listLabel)}
        place={scrollRestoration}
      />
      {failed && (
        <LoadErrorMessage
          title={t(phrases.comments.loadFailed)}
          query={{ isFetching: list.isFetching, refetch: ids.length > 0 ? list.fetchPreviousPage : list.refetch }}
        />
      )}
      {list.hasNextPage && <LoadMoreComments list={list} />}
    </>
  )
}

type ScrollRestoration = Pick<ReturnType<typeof useCommentsScrollRestoration>, 'anchor' | 'onLeave'>

const NO_SCROLL: ScrollRestoration = { anchor: null, onLeave: () => {} }

/** Scrolls to the linked comment once on mount, except after back navigation, which restores the position. */
function useScrollToLinked(id: CommentId | null, isBack: boolean) {
  const scrollThere = useEffectEvent(() => (id && !isBack ? scrollToComment(id) : undefined))
  useEffect(() => scrollThere(), [])
}

// Largest number of comments that the first page contains, including the first replies of each thread.
const FIRST_ROWS = FIRST_PAGE_SIZE * (1 + INLINE_REPLY_COUNT)

type RowsProps = {
  tops: readonly CommentId[]
  context: CommentsContext
  /** True if the list is loaded completely. */
  isWhole: boolean
  label: string
  place: ScrollRestoration
}

function Rows({ tops, context, isWhole, label, place }: RowsProps) {
  const threads = useThreads(context.post.id)
  const rows = useMemo(() => flattenThreads(tops, threads), [tops, threads])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const size = isWhole ? rows.length : -1
  const list = useMemo(
    () => ({ context, rows: new Map(rows.map((row) => [row.id, row])), size }),
    [context, rows, size],
  )
  if (ids.length === 0) return null
  return (
    <CommentListContext value={list}>
      <div className={styles.rows}>
        <VirtualList
          ids={ids}
          rendered={FIRST_ROWS}
          label={label}
          heights={commentHeights}
          item={CommentRow}
          {...place}
        />
      </div>
    </CommentListContext>
  )
}
