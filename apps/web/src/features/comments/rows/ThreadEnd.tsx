import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { commentKey } from '#features/comments/comment-keys.ts'
import { useThreads } from '#features/comments/use-comments.ts'
import { useComment } from '#features/comments/use-known-comments.ts'
import { lazyPart } from '#ui/states/lazy-part.tsx'
import styles from './CommentRow.module.css'

// Its place is kept while its code is on its way.
const ThreadToggles = lazyPart(
  async () => (await import('./ThreadToggles.tsx')).ThreadToggles,
  <div className={styles.toggle} />,
)

/** Below what is known of a thread: the way to more answers. */
export function ThreadEnd({ root, post }: { root: CommentId; post: PostId }) {
  const queries = useQueryClient()
  const count = useComment(root)?.replyCount ?? 0
  const { replies = [], isAll = false } = useThreads(post)[root] ?? {}
  const isThere = (id: CommentId) => !queries.getQueryData<Comment | null>(commentKey(id))?.gone
  const more = count - replies.filter(({ id }) => isThere(id)).length
  if (more <= 0 || isAll) return null
  return (
    <div role="listitem" className={styles.step} data-depth={1}>
      <ThreadToggles root={root} post={post} count={count} more={more} />
    </div>
  )
}
