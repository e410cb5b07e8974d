import link from '@phosphor-icons/core/regular/link.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import pinIcon from '@phosphor-icons/core/regular/push-pin.svg?path'
import unpinIcon from '@phosphor-icons/core/regular/push-pin-slash.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { copyLink } from '#lib/share.ts'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import type { CommentActions } from './CommentItem.tsx'
import { CommentMenuButton, type CommentMenuProps } from './CommentMenu.tsx'
import { usePinComment } from './use-comment-mutations.ts'

type CommentMenuListProps = CommentMenuProps & {
  openAt: InitialMenuItem
  more?: readonly MenuItem[]
}

/** The opened menu of a comment. Focuses its first or last item on mount. Reply and like have their own buttons. */
export function CommentMenuList({ comment, href, acts, openAt, more = [] }: CommentMenuListProps) {
  const t = useTranslate()
  const toast = useToast()
  const pin = usePinComment(comment, (isPinned) =>
    toast({ text: t(isPinned ? phrases.comments.pinnedNotice : phrases.comments.unpinnedNotice) }),
  )
  const name = comment.author?.username ?? ''
  const copy = () => {
    const url = window.location.origin + href
    void copyLink(url).then((copied) =>
      toast({ text: copied ? t(phrases.comments.linkCopied) : t(phrases.comments.copyFailed, { url }) }),
    )
  }
  const items: MenuItem[] = [{ id: 'copy', label: t(phrases.comments.copyLink), icon: link, onSelect: copy }]
  if (comment.pinnableByMe) {
    const { isPinned } = comment
    const onSelect = () => pin.mutate(!isPinned, { onError: () => toast({ text: t(phrases.comments.pinFailed) }) })
    const icon = isPinned ? unpinIcon : pinIcon
    items.push({ id: 'pin', label: t(isPinned ? phrases.comments.unpin : phrases.comments.pin), icon, onSelect })
  }
  return (
    <span>
      <Menu
        label={t(phrases.comments.moreOptions, { name })}
        items={[...items, ...listChangeItems(t, acts), ...more]}
        openAt={openAt}
      >
        {(trigger) => <CommentMenuButton comment={comment} {...trigger} />}
      </Menu>
    </span>
  )
}

/** Returns the menu items Edit and Delete, if the viewer may use them. */
function listChangeItems(t: TranslateFunction, { onEdit, onDelete }: CommentActions): MenuItem[] {
  const items: MenuItem[] = []
  if (onEdit) items.push({ id: 'edit', label: t(phrases.comments.edit), icon: pencil, onSelect: onEdit })
  if (onDelete)
    items.push({ id: 'delete', label: t(phrases.comments.deleteButton), icon: trash, danger: true, onSelect: onDelete })
  return items
}
