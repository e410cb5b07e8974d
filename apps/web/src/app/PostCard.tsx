import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { memo } from 'react'
import { CommentForm } from '#features/comments/CommentForm.tsx'
import { KnownComment } from '#features/comments/KnownComment.tsx'
import { useNewestComments } from '#features/comments/use-known-comments.ts'
import { Caption } from '#features/posts/Caption.tsx'
import styles from '#features/posts/PostCard.module.css'
import { PostPhotos } from '#features/posts/PostPhotos.tsx'
import { usePost } from '#features/posts/use-post.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Link } from '#ui/Link.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useToast } from '#ui/Toast.tsx'
import { PostActs } from './PostActs.tsx'
import { PostHead } from './PostHead.tsx'
import { type PostActions, usePostActions } from './use-post-actions.ts'

// Most posts let everybody reply.
const ReplyNote = lazyPart(async () => (await import('#features/comments/ReplyNote.tsx')).ReplyNote)

/** A post in the feed: an album spread from 1100 px, stacked below. Nothing once it is gone or off the wall. */
export const PostCard = memo(function PostCard({ id, priority = false }: { id: PostId; priority?: boolean }) {
  const post = usePost(id)
  return post && post.archivedAt === null && <Card post={post} priority={priority} />
})

function Card({ post, priority }: { post: Post; priority: boolean }) {
  const t = useTranslate()
  const talk = usePostActions(post)
  const toast = useToast()
  const viewer = useViewer()
  return (
    <article className={styles.post} aria-label={t(phrases.posts.postBy, { name: post.author.username })} tabIndex={-1}>
      <div className={styles.head}>
        <PostHead post={post} />
      </div>
      <div className={styles.photo}>
        <PostPhotos post={post} place="card" priority={priority} onDoubleTap={() => talk.like(true)} />
      </div>
      <div className={styles.acts}>
        <PostActs post={post} talk={talk} />
      </div>
      <div className={styles.body}>
        <Conversation post={post} talk={talk} />
      </div>
      <div className={styles.say}>
        {post.mayReply && (
          <CommentForm
            postId={post.id}
            replyTo={talk.replyTo}
            onStopReply={talk.stopReply}
            field={talk.field}
            onSent={({ parentId }) => parentId && toast({ text: t(phrases.comments.replied) })}
          />
        )}
        {post.replies !== 'everyone' && <ReplyNote post={post} isAuthor={viewer?.id === post.author.id} />}
      </div>
    </article>
  )
}

/** The caption, the newest comments, and the way to all of them. */
function Conversation({ post, talk }: { post: Post; talk: PostActions }) {
  const t = useTranslate()
  const comments = useNewestComments(post.id)
  const more = post.commentCount > comments.length
  return (
    <div className={styles.words}>
      <Caption post={post} inFeed />
      {comments.length > 0 && (
        <ul className={styles.comments} aria-label={t(phrases.comments.list)}>
          {comments.map((id) => (
            <KnownComment key={id} id={id} hrefs={paths} onReply={talk.reply} />
          ))}
        </ul>
      )}
      {more && (
        <Link className={styles.all} to={paths.post(post.id)}>
          {t(phrases.comments.viewAll, { count: post.commentCount })}
        </Link>
      )}
    </div>
  )
}
