import type { Comment } from '@pawtrait/contract/comments.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import type { CommentMenuProps } from '#features/comments/CommentMenu.tsx'
import { CommentMenuList } from '#features/comments/CommentMenuList.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { useSafetyMenu } from './use-safety-menu.tsx'

type CommentActionsMenuProps = CommentMenuProps & { openAt: InitialMenuItem }

/** Menu of a comment. For a comment of another user it contains Report and Block as well. */
export function CommentActionsMenu(props: CommentActionsMenuProps) {
  const { author, id, mine } = props.comment
  return author && !mine ? <WithSafety {...props} author={author} id={id} /> : <CommentMenuList {...props} />
}

function WithSafety({ author, id, ...props }: CommentActionsMenuProps & { author: UserCard; id: Comment['id'] }) {
  const { tools, dialogs } = useSafetyMenu({ author, pets: [] }, { type: 'comment', id })
  return (
    <>
      <CommentMenuList {...props} more={tools} />
      {dialogs}
    </>
  )
}
