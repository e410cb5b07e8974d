import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import link from '@phosphor-icons/core/regular/link.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import leave from '@phosphor-icons/core/regular/user-minus.svg?path'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { FollowFailed } from '#features/follows/FollowFailed.tsx'
import { useFollow } from '#features/follows/use-follow.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { useToast } from '#ui/Toast.tsx'
import { DeletePostDialog } from './DeletePostDialog.tsx'
import { EditPostDialog } from './EditPostDialog.tsx'
import styles from './PostMenu.module.css'
import { useShare } from './use-share.ts'
import { useViewer } from './viewer.ts'

/** "…": what one may do with a post beside talking about it. */
export function PostMenu({ post }: { post: Post }) {
  const t = useTranslate()
  const viewer = useViewer()
  const { copy } = useShare(post)
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete'>('none')
  const unfollow = useUnfollow(post)
  const isOwn = viewer?.id === post.author.id
  const close = () => setDialog('none')
  const copyLink: MenuItem = { id: 'copy', label: t('posts.copyLink'), icon: link, onSelect: copy }
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
        items={isOwn ? own : [...unfollow.items, copyLink]}
      >
        {(trigger) => <IconButton {...trigger} label={t('posts.options')} icon={dots} />}
      </Menu>
      {unfollow.error && <FollowFailed name={post.author.username} />}
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
