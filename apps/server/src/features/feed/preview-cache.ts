import type { Comment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { readCommentPreviews } from '#features/comments/view.ts'
import type { ViewerIndependentPost } from '#features/posts/viewer-independent-post.ts'
import type { UserContext } from '#platform/context.ts'
import { createCache, estimateObjectBytes, type NumberedValue, readThroughCache } from '#platform/database/cache.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'

/** The newest comments of a post as a visitor sees them. */
type Preview = readonly Comment[]

type ViewerIndependentPosts = Promise<ReadonlyMap<PostId, NumberedValue<ViewerIndependentPost>>>

/** Returns the comment previews of posts, cached until a comment, its author or the post's author changes. */
export type CommentPreviewFinder = (
  ctx: UserContext,
  ids: readonly PostId[],
  posts: ViewerIndependentPosts,
) => Promise<ReadonlyMap<PostId, NumberedValue<Preview>>>

const MAX_POSTS = 8_000
const MAX_BYTES = 16 * 1024 ** 2

export function createPreviewCache(invalidations: Invalidations): CommentPreviewFinder {
  const size = { most: MAX_BYTES, of: ({ value }: NumberedValue<Preview>) => estimateObjectBytes(value) }
  const cache = createCache<NumberedValue<Preview>>('comment-previews', invalidations, MAX_POSTS, size)
  const readPreviews = async ({ db }: UserContext, ids: PostId[], posts: ViewerIndependentPosts) => {
    const [previews, shared] = await Promise.all([readCommentPreviews({ db, viewer: null }, ids), posts])
    return [...previews].flatMap(([id, comments]) => {
      const post = shared.get(id)?.value
      // The author of the post is included, because a block by the author hides comments from all viewers.
      const dependencyIds = [id, ...comments.flatMap(({ author }) => author?.id ?? [])]
      return post ? { id, value: comments, about: [...dependencyIds, post.author.id] } : []
    })
  }
  return (ctx, ids, posts) =>
    readThroughCache(
      cache,
      ids,
      (id) => id,
      (missing) => readPreviews(ctx, missing, posts),
    )
}
