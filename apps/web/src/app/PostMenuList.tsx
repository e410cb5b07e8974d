import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import archiveIcon from '@phosphor-icons/core/regular/archive.svg?path'
import unarchiveIcon from '@phosphor-icons/core/regular/arrow-u-up-left.svg?path'
import bookmarks from '@phosphor-icons/core/regular/bookmarks-simple.svg?path'
import link from '@phosphor-icons/core/regular/link.svg?path'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import leave from '@phosphor-icons/core/regular/user-minus.svg?path'
import people from '@phosphor-icons/core/regular/users-three.svg?path'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { FollowError } from '#features/follows/FollowError.tsx'
import { useFollow } from '#features/follows/use-follow.ts'
import { useSafetyMenu } from '#features/moderation/use-safety-menu.tsx'
import { useMuteThreadMenuItem, useMuteUserMenuItem } from '#features/notifications/use-mute-menu-items.ts'
import { useArchiveWithUndo } from '#features/posts/use-archive-with-undo.ts'
import { useChangeAudience } from '#features/posts/use-change-audience.ts'
import { usePinMenuItem } from '#features/posts/use-pin-menu-item.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import styles from '#shell/lazy-menu.module.css'
import { useSharePost } from '#shell/use-share-post.ts'
import { useViewer } from '#shell/viewer.ts'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'

const LikersDialog = lazyDialog(async () => (await import('#features/likes/LikersDialog.tsx')).LikersDialog)
const AddToCollectionDialog = lazyDialog(
  async () => (await import('#features/saves/AddToCollectionDialog.tsx')).AddToCollectionDialog,
)
const AudienceDialog = lazyDialog(async () => (await import('#features/posts/AudienceDialog.tsx')).AudienceDialog)
const DeletePostDialog = lazyDialog(async () => (await import('#features/posts/DeletePostDialog.tsx')).DeletePostDialog)

type PostMenuListProps = { post: Post; openAt: InitialMenuItem }

/** Menu of a post with its button. The menu opens on mount. */
export function PostMenuList({ post, openAt }: PostMenuListProps) {
  const isOwn = useViewer()?.id === post.author.id
  return (
    <span className={styles.menu}>
      {isOwn ? <OwnMenu post={post} openAt={openAt} /> : <OtherUserMenu post={post} openAt={openAt} />}
    </span>
  )
}

function OwnMenu({ post, openAt }: PostMenuListProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const copy = useCopyLink(post)
  const { failed, takeOff, unarchive } = useArchiveWithUndo(post)
  const mute = useMuteThreadMenuItem(post.id)
  const pin = usePinMenuItem(post)
  const audience = useAudienceItem(post)
  const items: MenuItem[] = [
    { id: 'edit', label: t(phrases.posts.edit), icon: pencil, onSelect: () => void navigate(paths.editPost(post.id)) },
    audience.item,
    copy,
    ...pin.items,
    post.archivedAt === null
      ? { id: 'archive', label: t(phrases.posts.archivePost), icon: archiveIcon, onSelect: takeOff }
      : { id: 'hang', label: t(phrases.posts.showOnProfile), icon: unarchiveIcon, onSelect: unarchive },
    mute.item,
    {
      id: 'delete',
      label: t(phrases.posts.deleteMenuItem),
      icon: trash,
      danger: true,
      group: true,
      onSelect: () => setConfirming(true),
    },
  ]
  return (
    <>
      <PostMenu post={post} openAt={openAt} items={items} />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={mute.error} />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={pin.error} />
      {failed && <ErrorBox title={failed} />}
      {audience.dialog}
      <DeletePostDialog post={post} open={isConfirming} onClose={() => setConfirming(false)} onArchive={takeOff} />
    </>
  )
}

/**
 * Menu item and dialog that change the audience of the viewer's own post. The change is saved at once. An error remains
 * visible after the dialog closes.
 */
function useAudienceItem(post: Post): { item: MenuItem; dialog: ReactNode } {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const { mutate, error, reset } = useChangeAudience(post)
  const onSelect = () => {
    reset()
    setOpen(true)
  }
  const { audience, replies } = post
  const dialog = (
    <>
      <AudienceDialog {...{ open, audience, replies, error }} onClose={() => setOpen(false)} onChange={mutate} />
      {!open && <CallErrorMessage title={t(phrases.posts.changeAudienceFailed)} error={error} />}
    </>
  )
  return { item: { id: 'audience', label: t(phrases.posts.changeAudience), icon: people, onSelect }, dialog }
}

function OtherUserMenu({ post, openAt }: PostMenuListProps) {
  const t = useTranslate()
  const [thread, person] = [useMuteThreadMenuItem(post.id), useMuteUserMenuItem(post.author)]
  const unfollow = useUnfollow(post)
  const copy = useCopyLink(post)
  const { hide, tools, dialogs } = useSafetyMenu(post, { type: 'post', id: post.id })
  const items = [...unfollow.items, hide, thread.item, person.item, { ...copy, group: true }, ...tools]
  return (
    <>
      <PostMenu post={post} openAt={openAt} items={items} />
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={thread.error ?? person.error} />
      {unfollow.error && <FollowError name={post.author.username} />}
      {dialogs}
    </>
  )
}

function PostMenu({ post, openAt, items }: PostMenuListProps & { items: MenuItem[] }) {
  const t = useTranslate()
  const viewer = useViewer()
  const [dialog, setDialog] = useState<'collect' | 'likers' | null>(null)
  const close = () => setDialog(null)
  const forUsers: MenuItem[] = [
    { id: 'likers', label: t(phrases.likes.seeLikes), icon: paw, onSelect: () => setDialog('likers') },
    { id: 'collect', label: t(phrases.saves.addToCollection), icon: bookmarks, onSelect: () => setDialog('collect') },
  ]
  const after = items.findIndex(({ id }) => id === 'copy') + 1
  return (
    <>
      <Menu
        label={t(phrases.posts.postBy, { name: post.author.username })}
        items={viewer ? items.toSpliced(after, 0, ...forUsers) : items}
        openAt={openAt}
      >
        {(trigger) => <PostMenuButton {...trigger} />}
      </Menu>
      <AddToCollectionDialog post={post} open={dialog === 'collect'} onClose={close} />
      <LikersDialog post={post} open={dialog === 'likers'} onClose={close} />
    </>
  )
}

function useCopyLink(post: Post): MenuItem {
  const t = useTranslate()
  const { copy } = useSharePost(post)
  return { id: 'copy', label: t(phrases.posts.copyLink), icon: link, onSelect: copy }
}

/** Returns the Unfollow item if the viewer follows the author. After the unfollow, a toast offers to undo it. */
function useUnfollow({ author }: Post): { items: MenuItem[]; error: Error | null } {
  const t = useTranslate()
  const toast = useToast()
  const followState = { followedByMe: author.followedByMe }
  const { followedByMe, set, error } = useFollow({ kind: 'user', id: author.id }, followState, author.username)
  const onSelect = () => {
    set(false, {
      onSuccess: (answer) => {
        const text =
          answer === QUEUED_CALL
            ? t(phrases.app.outboxWaiting)
            : t(phrases.follows.unfollowedToast, { name: author.username })
        toast({ text, actionLabel: t(phrases.ui.undo), onAction: () => set(true) })
      },
    })
  }
  const item = { id: 'unfollow', label: t(phrases.follows.unfollow), icon: leave, onSelect }
  return { items: followedByMe ? [item] : [], error }
}
