import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useLocation, useNavigate } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { canGoBack } from '#lib/can-go-back.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './DeletePostDialog.module.css'
import { findNextFocusTarget } from './next-focus-target.ts'
import { useDeletePosts } from './use-delete-posts.ts'

type DeletePostDialogProps = { post: Post; open: boolean; onClose: () => void; onArchive: () => void }

/** Confirmation dialog for deleting a post. Offers to archive the post instead, unless it is archived. */
export function DeletePostDialog({ post, open, onClose, onArchive }: DeletePostDialogProps) {
  const t = useTranslate()
  const { remove, deletePost } = useDelete(post)
  const archiveInstead = () => {
    onClose()
    onArchive()
  }
  const archive = (
    <Button kind="soft" onClick={archiveInstead}>
      {t(phrases.posts.archiveInsteadButton)}
    </Button>
  )
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.posts.deleteTitle)}
      yes={t(remove.isPending ? phrases.posts.deletingLabel : phrases.posts.deletePost)}
      onYes={() => void deletePost()}
      busy={remove.isPending}
      instead={post.archivedAt === null && archive}
    >
      <PostSummary post={post} />
      <p className="muted">{t(phrases.posts.deleteText)}</p>
      <CallErrorMessage title={t(phrases.posts.deleteFailed)} error={remove.error} />
    </ConfirmDialog>
  )
}

/**
 * Returns the mutation, and a function that deletes the post. On the post's own page the function then goes back. In a
 * list it focuses the next post.
 */
function useDelete(post: Post) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const remove = useDeletePosts()
  // Uses `mutateAsync`, because callbacks of `mutate` do not run after the dialog is unmounted.
  const deletePost = async () => {
    const next = findNextFocusTarget()
    try {
      await remove.mutateAsync([post.id])
    } catch {
      return // the dialog shows the error of the failed mutation
    }
    toast({ text: t(phrases.posts.deletedToast) })
    if (pathname !== paths.post(post.id)) return next.focus()
    void (canGoBack() ? navigate(-1) : navigate(paths.profile, { replace: true }))
  }
  return { remove, deletePost }
}

function PostSummary({ post }: { post: Post }) {
  const t = useTranslate()
  const [first] = post.photos
  const likes = { count: post.likeCount }
  const counts = [
    t(phrases.posts.photoCount, { count: post.photos.length }),
    t(phrases.comments.commentCount, { count: post.commentCount }),
    `${t(phrases.likes.formattedLikeCount, likes)} ${t(phrases.likes.likesWord, likes)}`,
  ]
  return (
    <div className={styles.post}>
      {first && <Photo className={styles.photo ?? ''} photo={first} alt="" sizes="68px" fit="cover" />}
      <div className={styles.words}>
        <b className={styles.caption}>
          {post.caption ? `“${isolateBidi(post.caption)}”` : t(phrases.posts.captionlessPost)}
        </b>
        <p className="muted small">{counts.join(', ')}</p>
      </div>
    </div>
  )
}
