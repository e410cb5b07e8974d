import link from '@phosphor-icons/core/regular/link.svg?path'
import unpinIcon from '@phosphor-icons/core/regular/push-pin-slash.svg?path'
import pinIcon from '@phosphor-icons/core/regular/push-pin.svg?path'
import { useTranslate } from '#i18n/use-translate.ts'
import { copyLink } from '#lib/share.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { useToast } from '#ui/Toast.tsx'
import { CommentMenuButton, type CommentMenuProps } from './CommentMenu.tsx'
import { usePinComment } from './use-change-comment.ts'

type CommentMenuListProps = CommentMenuProps & {
  openAt: MenuEnd
  /** What others add at its end. */
  more?: readonly MenuItem[]
}

/** What one may do with a comment beside what stands under it; open from the start, at one end. */
export function CommentMenuList({ comment, href, openAt, more = [] }: CommentMenuListProps) {
  const t = useTranslate()
  const toast = useToast()
  const pin = usePinComment(comment)
  const name = comment.author?.username ?? ''
  const copy = () => {
    const url = window.location.origin + href
    void copyLink(url).then((copied) =>
      toast({ text: copied ? t('comments.copied') : t('comments.notCopied', { url }) }),
    )
  }
  const items: MenuItem[] = [{ id: 'copy', label: t('comments.copyLink'), icon: link, onSelect: copy }]
  if (comment.pinnableByMe) {
    const { isPinned } = comment
    const onSelect = () =>
      pin.mutate(!isPinned, {
        onSuccess: () => toast({ text: t(isPinned ? 'comments.unpinned' : 'comments.nowPinned') }),
        onError: () => toast({ text: t('comments.notPinned') }),
      })
    const icon = isPinned ? unpinIcon : pinIcon
    items.push({ id: 'pin', label: t(isPinned ? 'comments.unpin' : 'comments.pin'), icon, onSelect })
  }
  return (
    <span>
      <Menu label={t('comments.options', { name })} items={[...items, ...more]} openAt={openAt}>
        {(trigger) => <CommentMenuButton comment={comment} {...trigger} />}
      </Menu>
    </span>
  )
}
