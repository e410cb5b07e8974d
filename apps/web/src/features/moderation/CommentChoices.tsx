import type { Comment } from '@pawtrait/contract/comments.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import type { CommentMenuProps } from '#features/comments/CommentMenu.tsx'
import { CommentMenuList } from '#features/comments/CommentMenuList.tsx'
import type { MenuEnd } from '#ui/overlays/menu-keys.ts'
import { useSafety } from './use-safety.tsx'

type CommentChoicesProps = CommentMenuProps & { openAt: MenuEnd }

/** Menu of a comment. Another user's comment can be reported, and its author blocked. */
export function CommentChoices(props: CommentChoicesProps) {
  const { author, id, mine } = props.comment
  return author && !mine ? <WithSafety {...props} author={author} id={id} /> : <CommentMenuList {...props} />
}

function WithSafety({ author, id, ...props }: CommentChoicesProps & { author: UserCard; id: Comment['id'] }) {
  const { tools, dialogs } = useSafety({ author, pets: [] }, { type: 'comment', id })
  return (
    <>
      <CommentMenuList {...props} more={tools} />
      {dialogs}
    </>
  )
}
