import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { CommentList } from '#features/comments/CommentList.tsx'
import { type CommentListStart, commentListKey, startsAtNewest } from '#features/comments/comment-keys.ts'
import type { CommentsContext } from '#features/comments/comments-context.tsx'
import { scrollCommentIntoView } from '#features/comments/scroll-to-comment.ts'
import { FIRST_PAGE_SIZE, fetchComments } from '#features/comments/use-comments.ts'
import { useWatchPost } from '#features/comments/use-watch-post.ts'
import { Caption } from '#features/posts/Caption.tsx'
import { PostPhotos } from '#features/posts/PostPhotos.tsx'
import { postQuery } from '#features/posts/post-cache.ts'
import { createPostPageHead } from '#features/posts/post-page-head.ts'
import { usePost } from '#features/posts/use-post.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { isUnavailable } from '#shell/navigation/page-errors.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { PostActionBar } from './PostActionBar.tsx'
import { PostHeader } from './PostHeader.tsx'
import styles from './PostPage.module.css'
import { type PostActions, usePostActions } from './use-post-actions.ts'

// Loaded lazily, because visitors never see the form.
const CommentForm = lazyComponent(
  async () => (await import('#features/comments/CommentForm.tsx')).CommentForm,
  <Skeleton shape="pill" className={styles.form} />,
)
const NewCommentsPill = lazyComponent(
  async () => (await import('#features/comments/NewCommentsPill.tsx')).NewCommentsPill,
)
const ReplyPermissionNote = lazyComponent(
  async () => (await import('#features/comments/ReplyPermissionNote.tsx')).ReplyPermissionNote,
)
const CommentActionsMenu = lazyComponent(
  async () => (await import('#features/moderation/CommentActionsMenu.tsx')).CommentActionsMenu,
)
const ArchivedNote = lazyComponent(async () => (await import('#features/posts/ArchivedNote.tsx')).ArchivedNote)
const LinkedCommentMissing = lazyComponent(
  async () => (await import('#features/comments/LinkedCommentMissing.tsx')).LinkedCommentMissing,
)
const DeletedPostMessage = lazyComponent(
  async () => (await import('#features/posts/DeletedPostMessage.tsx')).DeletedPostMessage,
)

const commentId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the start of the comment list from the query parameter `comment`: a comment id, `newest`, or null for the
 * oldest comment.
 */
const readListStart = (params: URLSearchParams): CommentListStart => {
  const id = params.get('comment')
  if (id === 'newest') return id
  return id && commentId.test(id) ? (id as CommentId) : null
}

/** Ignores an "unreachable" error, which the comment list shows. Rethrows all other errors. */
function rethrowUnlessUnavailable(error: unknown) {
  if (!isUnavailable(error)) throw error
}

export const loader = pageLoader(async ({ queries, call, t, publicUrl }, { params, url }) => {
  const id = params.id as PostId
  const linked = readListStart(url.searchParams)
  // If the linked comment is deleted, the post is shown with its first comments.
  const reader = { post: id, queries, call }
  const fetchFirstComments = () => fetchComments(reader, null).catch(rethrowUnlessUnavailable)
  const aroundLinked =
    linked &&
    fetchComments(reader, linked).then(
      () => true,
      (error: unknown) => {
        // While the server is unreachable, the app cannot know whether the comment was deleted.
        if (isUnavailable(error)) throw error
        return false
      },
    )
  // Refetches the post even if the feed has cached it, because the cached version may be outdated.
  const [post] = await Promise.all([
    fetchWithCacheFallback(queries, { ...postQuery(id, call), staleTime: 0 }),
    aroundLinked ?? fetchFirstComments(),
  ])
  if (aroundLinked && !(await aroundLinked)) await fetchFirstComments()
  return { head: createPostPageHead(t, post, publicUrl) }
})

/** Page at `/posts/:id`. Visitors may see it if the post is public. */
export function PostPage() {
  const t = useTranslate()
  const post = usePost(useParams().id as PostId)
  return (
    <>
      <TopBar title={t(phrases.posts.pageHeading)} back />
      <MainContent>{post ? <PostArticle key={post.id} post={post} /> : <DeletedPostMessage />}</MainContent>
    </>
  )
}

function PostArticle({ post }: { post: Post }) {
  const t = useTranslate()
  const actions = usePostActions(post)
  const viewer = useViewer()
  const onVisitor = useVisitorGate()
  const visitKey = useVisitKey()
  const { linked, isGone } = useLinkedComment(post.id)
  useWatchPost(post.id, viewer !== null)
  const context: CommentsContext = {
    ...{ post, onVisitor, linked, hrefs: paths, Choices: CommentActionsMenu, onReply: actions.reply },
    commentHref: ({ id }) => paths.comment(post.id, id),
  }
  return (
    <article className={styles.post} aria-label={t(phrases.posts.postBy, { name: post.author.username })}>
      <div className={styles.print}>
        <PostPhotos post={post} place="page" priority onDoubleTap={() => actions.like(true)} />
      </div>
      <div className={styles.side}>
        <div className={styles.head}>
          <PostHeader post={post} />
        </div>
        {post.archivedAt && <ArchivedNote post={post} />}
        <div className={styles.acts}>
          <PostActionBar post={post} actions={actions} />
        </div>
        <div key={visitKey} className={styles.words}>
          <Caption post={post} />
          <CommentsHeading post={post} linked={linked} />
          {isGone && <LinkedCommentMissing />}
          <CommentList context={context} />
        </div>
        <div className={styles.say} data-foot-field>
          <CommentBox post={post} actions={actions} />
        </div>
      </div>
    </article>
  )
}

/** Heading with the number of comments. A long list links to its oldest and newest comments, unless it starts there. */
function CommentsHeading({ post: { id, commentCount: count }, linked }: { post: Post; linked: CommentListStart }) {
  const t = useTranslate()
  const isLong = count > FIRST_PAGE_SIZE
  return (
    <div className={styles.heading}>
      <h2>{count > 0 ? t(phrases.comments.commentCount, { count }) : t(phrases.comments.emptyTitle)}</h2>
      {isLong && linked && <Link to={paths.post(id)}>{t(phrases.comments.oldestLink)}</Link>}
      {isLong && !startsAtNewest(linked) && <Link to={paths.newestComments(id)}>{t(phrases.comments.newestLink)}</Link>}
    </div>
  )
}

/**
 * Returns the start of the comment list. `isGone`: the linked comment was deleted, so the list starts at the oldest
 * comment.
 */
function useLinkedComment(post: PostId): { linked: CommentListStart; isGone: boolean } {
  const queries = useQueryClient()
  const requested = readListStart(useSearchParams())
  const linked = requested && queries.getQueryData(commentListKey(post, requested)) ? requested : null
  return { linked, isGone: requested !== linked }
}

/** Returns a key that changes on each visit to the page, but not when the URL fragment opens a photo. */
function useVisitKey(): string {
  const { key, hash } = useLocation()
  const [visitKey, setVisitKey] = useState(key)
  if (hash === '' && key !== visitKey) setVisitKey(key)
  return visitKey
}

function CommentBox({ post, actions }: { post: Post; actions: PostActions }) {
  const t = useTranslate()
  const viewer = useViewer()
  const navigate = useNavigate()
  const onVisitor = useVisitorGate()
  if (!viewer)
    return (
      <Button kind="soft" block onClick={onVisitor}>
        {t(phrases.comments.logInToComment)}
      </Button>
    )
  return (
    <>
      <NewCommentsPill post={post.id} onElsewhere={(id) => void navigate(paths.comment(post.id, id))} />
      {post.mayReply && (
        <CommentForm
          postId={post.id}
          replyTo={actions.replyTo}
          onStopReply={actions.stopReply}
          field={actions.field}
          avatar={<Avatar id={viewer.id} name={viewer.fullname} image={viewer.image} size={32} />}
          onSent={({ id }) => scrollCommentIntoView(id)}
        />
      )}
      <ReplyPermissionNote post={post} isAuthor={viewer.id === post.author.id} />
    </>
  )
}
