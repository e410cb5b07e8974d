import type { Comment } from '@pawtrait/contract/comments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import styles from './CommentList.module.css'
import { commentKey } from './comment-keys.ts'
import { type CommentsContext, commentProps } from './comments-context.tsx'
import { KnownComment } from './KnownComment.tsx'
import { type Branch, branchesOf } from './thread-cache.ts'
import { useThread } from './use-comments.ts'
import { useComment } from './use-known-comments.ts'

/** The answers below a comment of the first level: the first of them, and the rest when they are asked for. */
export function CommentThread({ root, context }: { root: Comment; context: CommentsContext }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { replies, readMore, isReading, failed, isAll } = useThread(root)
  const isThere = (id: Comment['id']) => !queries.getQueryData<Comment | null>(commentKey(id))?.gone
  const more = root.replyCount - replies.filter(({ id }) => isThere(id)).length
  const goesOn = more > 0 && !isAll
  if (replies.length === 0 && !goesOn) return null
  return (
    <div className={styles.replies}>
      {replies.length > 0 && <Branches branches={branchesOf(root.id, replies)} context={context} isFirst />}
      {failed && (
        <LoadFailed
          title={t(phrases.comments.notLoaded)}
          query={{ isFetching: isReading, refetch: async () => readMore() }}
        />
      )}
      {goesOn && !failed && (
        <button type="button" className={styles.toggle} aria-disabled={isReading || undefined} onClick={readMore}>
          {t(isReading ? phrases.comments.loading : phrases.comments.replies, { count: more })}
        </button>
      )}
    </div>
  )
}

type BranchesProps = { branches: readonly Branch[]; context: CommentsContext; isFirst?: boolean }

function Branches({ branches, context, isFirst = false }: BranchesProps) {
  return (
    <ul className={isFirst ? styles.list : styles.deeper}>
      {branches.map((branch) => (
        <Answer key={branch.id} branch={branch} context={context} />
      ))}
    </ul>
  )
}

function Answer({ branch, context }: { branch: Branch; context: CommentsContext }) {
  const { partsOf, ...known } = commentProps(context)
  // Below the deepest step of the screen its place does not tell whom it answers.
  const above = useComment(branch.parentId)
  const answers = branch.isBeside ? (above?.author?.username ?? null) : null
  return (
    <KnownComment id={branch.id} {...known} partsOf={partsOf(answers)}>
      {() => branch.branches.length > 0 && <Branches branches={branch.branches} context={context} />}
    </KnownComment>
  )
}
