import type { Comment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { CommentList } from '#features/comments/CommentList.tsx'
import { commentsQuery } from '#features/comments/use-comments.ts'
import { postQuery } from '#features/posts/post-cache.ts'
import { usePost } from '#features/posts/use-post.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { part } from '#ui/part.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Caption } from '../Caption.tsx'
import { Content } from '../Content.tsx'
import { firstPhoto } from '../first-photo.ts'
import { loads } from '../page.ts'
import { paths } from '../paths.ts'
import { PostActs } from '../PostActs.tsx'
import { PostHead } from '../PostHead.tsx'
import { PostPhotos } from '../PostPhotos.tsx'
import { postHead } from '../post-head.ts'
import { TopBar } from '../TopBar.tsx'
import { type PostTalk, usePostTalk } from '../use-post-talk.ts'
import { useVisitorGate } from '../use-visitor-gate.ts'
import { useViewer } from '../viewer.ts'
import styles from './PostPage.module.css'

// Visitors never see it.
const CommentForm = part(
  async () => (await import('#features/comments/CommentForm.tsx')).CommentForm,
  <Skeleton shape="pill" className={styles.form} />,
)
const PostGone = part(async () => (await import('../PostGone.tsx')).PostGone)

export const loader = loads(async ({ queries, call, viewer, t, publicUrl }, { params }) => {
  const id = params.id as PostId
  // Read again even when a list has brought it: whoever opens a post wants it as it is now.
  const [post] = await Promise.all([
    queries.fetchQuery({ ...postQuery(id, call), staleTime: 0 }),
    queries.fetchInfiniteQuery(commentsQuery(id, null, call)),
  ])
  return { head: { ...postHead(t, post, publicUrl), ...firstPhoto(post, 'page', viewer !== null) } }
})

/** `/posts/:id`, open to everybody when the post is. */
export function PostPage() {
  const t = useTranslate()
  // The loader has read the post of this address.
  const post = usePost(useParams().id as PostId)
  return (
    <>
      <TopBar title={t('posts.post')} back />
      <Content>{post ? <Spread key={post.id} post={post} /> : <PostGone />}</Content>
    </>
  )
}

function Spread({ post }: { post: Post }) {
  const t = useTranslate()
  const talk = usePostTalk(post)
  const [written, setWritten] = useState<Comment | null>(null)
  return (
    <article className={styles.post} aria-label={t('posts.postBy', { name: post.author.username })}>
      <div className={styles.print}>
        <PostPhotos post={post} place="page" priority onDoubleTap={() => talk.like(true)} />
      </div>
      <div className={styles.side}>
        <div className={styles.head}>
          <PostHead post={post} />
        </div>
        <div className={styles.acts}>
          <PostActs post={post} talk={talk} />
        </div>
        <div className={styles.words}>
          <Caption post={post} />
          <h2>{post.commentCount > 0 ? t('comments.comments', { count: post.commentCount }) : t('comments.none')}</h2>
          <CommentList postId={post.id} hrefs={paths} onReply={talk.reply} opened={written} />
        </div>
        <div className={styles.say}>
          <Say post={post} talk={talk} onSent={setWritten} />
        </div>
      </div>
    </article>
  )
}

function Say({ post, talk, onSent }: { post: Post; talk: PostTalk; onSent: (comment: Comment) => void }) {
  const t = useTranslate()
  const viewer = useViewer()
  const onVisitor = useVisitorGate()
  if (!viewer)
    return (
      <Button kind="soft" block onClick={onVisitor}>
        {t('comments.logIn')}
      </Button>
    )
  return (
    <CommentForm
      postId={post.id}
      replyTo={talk.replyTo}
      onStopReply={talk.stopReply}
      field={talk.field}
      avatar={<Avatar id={viewer.id} name={viewer.fullname} image={viewer.image} size={32} />}
      onSent={onSent}
    />
  )
}
