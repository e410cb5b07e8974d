import type { Comment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { type FocusEvent, memo, useState } from 'react'
import { CommentForm } from '#features/comments/CommentForm.tsx'
import type { CommentActions } from '#features/comments/CommentItem.tsx'
import { CommentMenu } from '#features/comments/CommentMenu.tsx'
import { FeedComment } from '#features/comments/FeedComment.tsx'
import { useNewestComments } from '#features/comments/use-cached-comments.ts'
import { Caption } from '#features/posts/Caption.tsx'
import styles from '#features/posts/PostCard.module.css'
import { PostPhotos } from '#features/posts/PostPhotos.tsx'
import { usePost } from '#features/posts/use-post.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/Link.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { PostActionBar } from './PostActionBar.tsx'
import { PostHeader } from './PostHeader.tsx'
import { type PostActions, usePostActions } from './use-post-actions.ts'

// Loaded lazily: most posts do not restrict who may reply, so they do not show this note.
const ReplyPermissionNote = lazyComponent(
  async () => (await import('#features/comments/ReplyPermissionNote.tsx')).ReplyPermissionNote,
)
const CommentActionsMenu = lazyComponent(
  async () => (await import('#features/moderation/CommentActionsMenu.tsx')).CommentActionsMenu,
)

/**
 * Post in the feed: photo and text side by side in wide windows, else stacked. Renders nothing for deleted or archived
 * posts.
 */
export const PostCard = memo(function PostCard({ id, priority = false }: { id: PostId; priority?: boolean }) {
  const post = usePost(id)
  return post && post.archivedAt === null && <Card post={post} priority={priority} />
})

function Card({ post, priority }: { post: Post; priority: boolean }) {
  const t = useTranslate()
  const actions = usePostActions(post)
  const viewer = useViewer()
  return (
    <article className={styles.post} aria-label={t(phrases.posts.postBy, { name: post.author.username })} tabIndex={-1}>
      <div className={styles.head}>
        <PostHeader post={post} />
      </div>
      <div className={styles.photo}>
        <PostPhotos post={post} place="card" priority={priority} onDoubleTap={() => actions.like(true)} />
      </div>
      <div className={styles.acts}>
        <PostActionBar post={post} actions={actions} />
      </div>
      <div className={styles.body}>
        <Conversation post={post} actions={actions} />
      </div>
      <div className={styles.say}>
        {post.mayReply && <CommentBox post={post} actions={actions} />}
        {post.replies !== 'everyone' && <ReplyPermissionNote post={post} isAuthor={viewer?.id === post.author.id} />}
      </div>
    </article>
  )
}

/** Comment field. Phones hide it until the user presses Comment or Reply, so that the post fits on the screen. */
function CommentBox({ post, actions }: { post: Post; actions: PostActions }) {
  const t = useTranslate()
  const toast = useToast()
  const [isFieldOpen, setFieldOpen] = useState(false)
  const isQuiet = !isFieldOpen && actions.replyTo === null
  const openField = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFieldOpen(true)
    // Scrolls the form above the tab bar when the form gets the focus, but not when the focus moves inside it.
    if (!currentTarget.contains(relatedTarget)) currentTarget.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={isQuiet ? styles.quiet : undefined} onFocus={openField}>
      <CommentForm
        postId={post.id}
        replyTo={actions.replyTo}
        onStopReply={actions.stopReply}
        field={actions.field}
        onSent={({ parentId }) => parentId && toast({ text: t(phrases.comments.replyPosted) })}
      />
    </div>
  )
}

const menuOf = (comment: Comment) => (commentActions: CommentActions) => (
  <CommentMenu
    comment={comment}
    href={paths.comment(comment.postId, comment.id)}
    acts={commentActions}
    Choices={CommentActionsMenu}
  />
)

/** Caption, newest comments and a link to all comments. */
function Conversation({ post, actions }: { post: Post; actions: PostActions }) {
  const t = useTranslate()
  const comments = useNewestComments(post.id)
  const { commentCount } = post
  const hasAllComments = commentCount <= comments.length
  return (
    <div className={styles.words}>
      <Caption post={post} inFeed />
      {comments.length > 0 && (
        <ul className={styles.comments} aria-label={t(phrases.comments.listLabel)}>
          {comments.map((id) => (
            <FeedComment key={id} id={id} hrefs={paths} onReply={actions.reply} menuOf={menuOf} />
          ))}
        </ul>
      )}
      {commentCount > 0 && (
        <Link className={classNames(styles.all, hasAllComments && styles.onPhone)} to={paths.post(post.id)}>
          {t(phrases.comments.viewAll, { count: commentCount })}
        </Link>
      )}
    </div>
  )
}
