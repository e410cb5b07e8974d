import type { Comment } from '@pawtrait/contract/comments.ts'
import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import type { ComponentProps } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { useLazyMenu } from '#ui/overlays/use-lazy-menu.tsx'
import type { LazyComponent } from '#ui/states/lazy-component.tsx'
import type { CommentActions } from './CommentItem.tsx'

/** The opened menu of a comment, loaded on demand. Focuses its first or last item on mount. */
export type LazyCommentMenu = LazyComponent<CommentMenuProps & { openAt: InitialMenuItem }>

export type CommentMenuProps = {
  comment: Comment
  href: string
  acts: CommentActions
}

/** Menu of a comment. Its items are loaded when the menu is about to open, because most menus never open. */
export function CommentMenu({ Choices, ...props }: CommentMenuProps & { Choices: LazyCommentMenu }) {
  const { openAt, trigger, loadSheet } = useLazyMenu(Choices)
  if (openAt) return <Choices {...props} openAt={openAt} />
  return (
    <>
      <CommentMenuButton comment={props.comment} {...trigger} />
      {loadSheet}
    </>
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & { comment: Comment }

export function CommentMenuButton({ comment, ...rest }: ButtonProps) {
  const t = useTranslate()
  const label = t(phrases.comments.moreOptions, { name: comment.author?.username ?? '' })
  return <IconButton {...rest} label={label} icon={dots} iconSize={18} />
}
