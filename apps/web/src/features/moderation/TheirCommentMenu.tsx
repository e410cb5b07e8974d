import type { Comment } from '@pawtrait/contract/comments.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import type { CommentMenuProps } from '#features/comments/CommentMenu.tsx'
import { CommentMenuList } from '#features/comments/CommentMenuList.tsx'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { useSafety } from './use-safety.tsx'

type TheirCommentMenuProps = CommentMenuProps & { openAt: MenuEnd }

/** The menu of somebody else's comment: it can be reported, and its author blocked. */
export function TheirCommentMenu(props: TheirCommentMenuProps) {
  const { author, id } = props.comment
  return author ? <WithSafety {...props} author={author} id={id} /> : <CommentMenuList {...props} />
}

function WithSafety({ author, id, ...props }: TheirCommentMenuProps & { author: UserCard; id: Comment['id'] }) {
  const { tools, dialogs } = useSafety({ author, pets: [] }, { type: 'comment', id })
  return (
    <>
      <CommentMenuList {...props} more={tools} />
      {dialogs}
    </>
  )
}
