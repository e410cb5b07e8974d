import hideIcon from '@phosphor-icons/core/regular/eye-slash.svg?path'
import link from '@phosphor-icons/core/regular/link.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import leave from '@phosphor-icons/core/regular/user-minus.svg?path'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { FollowFailed } from '#features/follows/FollowFailed.tsx'
import { useFollow } from '#features/follows/use-follow.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { dialogPart } from '#ui/part.tsx'
import { useToast } from '#ui/Toast.tsx'
import { paths } from './paths.ts'
import styles from './PostMenu.module.css'
import { PostMenuButton } from './PostMenuButton.tsx'
import { useShare } from './use-share.ts'
import { useViewer } from './viewer.ts'

const EditPostDialog = dialogPart(async () => (await import('./EditPostDialog.tsx')).EditPostDialog)
const HideDialog = dialogPart(async () => (await import('#features/blocks/HideDialog.tsx')).HideDialog)
const DeletePostDialog = dialogPart(async () => (await import('./DeletePostDialog.tsx')).DeletePostDialog)

/** What one may do with a post beside talking about it, and the button for it; open from the start, at one end. */
export function PostMenuList({ post, openAt }: { post: Post; openAt: MenuEnd }) {
  const t = useTranslate()
  const viewer = useViewer()
  const { copy } = useShare(post)
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete' | 'hide'>('none')
  const unfollow = useUnfollow(post)
  const isOwn = viewer?.id === post.author.id
  const close = () => setDialog('none')
  const copyLink: MenuItem = { id: 'copy', label: t('posts.copyLink'), icon: link, onSelect: copy }
  const hide: MenuItem = { id: 'hide', label: t('blocks.hide'), icon: hideIcon, onSelect: () => setDialog('hide') }
  const own: MenuItem[] = [
    { id: 'edit', label: t('posts.edit'), icon: pencil, onSelect: () => setDialog('edit') },
    copyLink,
    {
      id: 'delete',
      label: t('posts.delete'),
      icon: trash,
      danger: true,
      group: true,
      onSelect: () => setDialog('delete'),
    },
  ]
  return (
    <span className={styles.menu}>
      <Menu
        label={t('posts.postBy', { name: post.author.username })}
        items={isOwn ? own : [...unfollow.items, hide, copyLink]}
        openAt={openAt}
      >
        {(trigger) => <PostMenuButton {...trigger} />}
      </Menu>
      {unfollow.error && <FollowFailed name={post.author.username} />}
      {!isOwn && <HideDialog post={post} premiumPath={paths.premium} open={dialog === 'hide'} onClose={close} />}
      {isOwn && <EditPostDialog post={post} open={dialog === 'edit'} onClose={close} />}
      {isOwn && <DeletePostDialog post={post} open={dialog === 'delete'} onClose={close} />}
    </span>
  )
}

/** Unfollow, while one follows; the toast takes it back. */
function useUnfollow({ author }: Post): { items: MenuItem[]; error: Error | null } {
  const t = useTranslate()
  const toast = useToast()
  const known = { followedByMe: author.followedByMe }
  const { followedByMe, set, error } = useFollow({ kind: 'user', id: author.id }, known)
  const onSelect = () => {
    const text = t('follows.unfollowed', { name: author.username })
    set(false, {
      onSuccess: () => toast({ text, actionLabel: t('ui.undo'), onAction: () => set(true) }),
    })
  }
  const item = { id: 'unfollow', label: t('follows.unfollow'), icon: leave, onSelect }
  return { items: followedByMe ? [item] : [], error }
}
