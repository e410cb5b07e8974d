import type { Post } from '@pawtrait/contract/posts.ts'
import chat from '@phosphor-icons/core/regular/chat-circle.svg?path'
import arrow from '@phosphor-icons/core/regular/share-fat.svg?path'
import { useState } from 'react'
import { LikeButton } from '#features/likes/LikeButton.tsx'
import { SaveButton } from '#features/saves/SaveButton.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSharePost } from '#shell/use-share-post.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { Icon } from '#ui/Icon.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ReactionButton } from '#ui/ReactionButton.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './PostActionBar.module.css'
import type { PostActions } from './use-post-actions.ts'

const LikersDialog = lazyDialog(async () => (await import('#features/likes/LikersDialog.tsx')).LikersDialog)
const AddToCollectionDialog = lazyDialog(
  async () => (await import('#features/saves/AddToCollectionDialog.tsx')).AddToCollectionDialog,
)

/** Buttons of a post: like, comment, share, save. Shows errors below the buttons. */
export function PostActionBar({ post, actions }: { post: Post; actions: PostActions }) {
  const t = useTranslate()
  const { share } = useSharePost(post)
  const toast = useToast()
  const gate = useVisitorGate()
  const [isShowingLikers, setShowingLikers] = useState(false)
  const [isCollecting, setCollecting] = useState(false)
  const showSaved = (isQueued: boolean) => {
    const action = { actionLabel: t(phrases.saves.addToCollection), onAction: () => setCollecting(true) }
    toast(isQueued ? { text: t(phrases.app.outboxWaiting) } : { text: t(phrases.saves.savedToast), ...action })
  }
  const save = (saved: boolean) => actions.save(saved, saved ? showSaved : undefined)
  return (
    <div>
      <div className={styles.acts}>
        <LikeButton post={post} onLike={actions.like} onShowLikers={gate ?? (() => setShowingLikers(true))} />
        <ReactionButton
          label={t(phrases.comments.commentButtonLabel, { count: post.commentCount })}
          icon={<Icon path={chat} size={26} />}
          count={t(phrases.comments.formattedCount, { count: post.commentCount })}
          data-key="c"
          onClick={actions.focusCommentField}
        />
        <ReactionButton label={t(phrases.posts.share)} icon={<Icon path={arrow} size={26} />} onClick={share} />
        <span className={styles.gap} />
        <SaveButton post={post} onSave={save} />
      </div>
      <LikersDialog post={post} open={isShowingLikers} onClose={() => setShowingLikers(false)} />
      <AddToCollectionDialog post={post} open={isCollecting} onClose={() => setCollecting(false)} />
      <Outcome {...actions} />
    </div>
  )
}

/** Shows that an action waits for the network, or that the server refused the action. */
function Outcome({ waits, failed }: Pick<PostActions, 'waits' | 'failed'>) {
  const t = useTranslate()
  return (
    <>
      <p className={styles.waits} role="status">
        {waits && t(phrases.ui.offlineText)}
      </p>
      {failed && (
        <p className={styles.failed} role="alert">
          {t(failed === 'like' ? phrases.likes.likeFailed : phrases.saves.saveFailed)}
        </p>
      )}
    </>
  )
}
