import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { Route, Routes } from 'react-router'
import { PostPage } from '#app/PostPage.tsx'
import type { CommentListStart } from '#features/comments/comment-keys.ts'
import { fetchComments } from '#features/comments/use-comments.ts'
import { cachePosts } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import shell from '#shell/Shell.module.css'
import { renderApp } from './render-app.tsx'

/** Renders the page of a post from the cache. */
export function renderPost(post: Post, queries: QueryClient, from: CommentListStart = null): QueryClient {
  const routes = (
    // The page ends above the tab bar, as in the app. Otherwise the sticky comment field would cover the end of the
    // page.
    <div className={shell.main}>
      <Routes>
        <Route path="/posts/:id" element={<PostPage />} />
      </Routes>
    </div>
  )
  return renderApp(routes, { queries, at: from ? paths.comment(post.id, from) : paths.post(post.id) })
}

/** Fills the cache as the page's loader does, then renders the page of a post. */
export async function openPost(post: Post, from: CommentListStart = null): Promise<QueryClient> {
  const queries = createQueryClient({ retries: 0 })
  cachePosts(queries, [post])
  await fetchComments({ post: post.id, queries, call }, from)
  return renderPost(post, queries, from)
}
