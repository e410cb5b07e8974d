import type { Post } from '@pawtrait/contract/posts.ts'
import { PostCard } from '#app/PostCard.tsx'
import { cacheNewestComments } from '#features/comments/comment-keys.ts'
import { cachePosts } from '#features/posts/post-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { aComment, aViewer } from './fixtures.ts'
import { renderApp } from './render-app.tsx'

/** Renders the same feed post `times` times. */
export function renderFeedPosts(post: Post, { comments = [aComment(post.id)], times = 1, viewer = aViewer() } = {}) {
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [post])
  cacheNewestComments(queries, post.id, comments)
  const cards = Array.from({ length: times }, (_, index) => <PostCard key={index} id={post.id} />)
  return renderApp(cards, { queries, viewer })
}
