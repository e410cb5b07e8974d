import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { loadMentionFinder } from '#features/mentions/view.ts'
import type { Context } from '#platform/context.ts'
import { findViewerIndependentPosts } from './post-cache.ts'
import { selectPosts } from './queries.ts'
import { selectViewerFields } from './viewer-fields-queries.ts'
import { joinViewerFields, toPost, toViewerIndependentPost } from './viewer-independent-post.ts'
import { postNotFoundProblem } from './visible-post.ts'

export type ReadContext = Pick<Context, 'db' | 'viewer' | 'now' | 'secrets' | 'invalidations'>

/**
 * Returns the posts that the viewer may see, in the given order, without the field `names`. Bypasses the cache. Use it
 * for requests that write, and for viewers who block or are blocked: these viewers see different counts and pets.
 */
export async function readPostsUncached(
  ctx: Omit<ReadContext, 'invalidations'>,
  ids: readonly PostId[],
): Promise<Post[]> {
  if (ids.length === 0) return []
  const rows = new Map((await selectPosts(ctx.db, ctx.viewer, ids, ctx.now)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toPost(ctx.viewer, toViewerIndependentPost(ctx, row), row)] : []
  })
}

async function readPosts(ctx: ReadContext, ids: readonly PostId[]): Promise<Post[]> {
  if (ids.length === 0) return []
  // For a signed-in user, the session lookup has already applied the cache invalidations.
  if (ctx.viewer === null) await ctx.invalidations.caughtUp()
  // Reads shared content before it checks visibility, so that content written after a loss of access is never shown.
  const shared = await findViewerIndependentPosts(ctx, ids)
  const views = await selectViewerFields(ctx.db, ctx.viewer, ids)
  if (!views) return readPostsUncached(ctx, ids)
  const { posts, changed } = joinViewerFields(ctx.viewer, views, shared)
  for (const post of await readPostsUncached(ctx, changed)) posts.set(post.id, post)
  return ids.flatMap((id) => posts.get(id) ?? [])
}

async function addNames(ctx: ReadContext, posts: readonly Post[]): Promise<Post[]> {
  const findMentions = await loadMentionFinder(
    ctx,
    posts.map(({ caption }) => caption),
  )
  return posts.map((post) => ({ ...post, ...findMentions(post.caption) }))
}

const requireSinglePost = ([post]: Post[]) => {
  if (!post) throw postNotFoundProblem()
  return post
}

/** Returns the posts that the viewer may see, in the given order. Only for read requests, because it uses the cache. */
export const getPostsByIds = async (ctx: ReadContext, ids: readonly PostId[]): Promise<Post[]> =>
  addNames(ctx, await readPosts(ctx, ids))

/** Returns a post, for read requests. @throws Problem 'not-found' if the viewer may not see it */
export const getPost = async (ctx: ReadContext, id: PostId): Promise<Post> =>
  requireSinglePost(await getPostsByIds(ctx, [id]))

/** Like `getPost`, but bypasses the cache, which may not contain a change of the same request yet. */
export const getPostUncached = async (ctx: ReadContext, id: PostId): Promise<Post> =>
  requireSinglePost(await addNames(ctx, await readPostsUncached(ctx, [id])))
