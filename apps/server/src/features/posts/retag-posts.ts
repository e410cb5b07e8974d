import { findHashtags } from '@pawtrait/contract/text/hashtags.ts'
import type { Context } from '#platform/context.ts'
import { lockLabelCounts, lockPost, toPostVersion } from './edit-queries.ts'
import { lockAuthor } from './queries.ts'
import { deleteFromRetagQueue, replaceTags, selectPostsToRetag } from './retag-queries.ts'

const BATCH_SIZE = 200

/** Reads tags from captions again, for posts that a migration has listed in `posts_to_retag`. */
export async function retagPosts(ctx: Context): Promise<void> {
  for (;;) {
    const posts = await selectPostsToRetag(ctx.db, BATCH_SIZE)
    for (const { id, authorId } of posts)
      await ctx.transaction(async ({ db }) => {
        await lockAuthor(db, authorId)
        const post = await lockPost(db, id)
        if (post) {
          const tags = findHashtags(post.caption)
          await lockLabelCounts(db, id, toPostVersion(post), tags, post.audience)
          await replaceTags(db, id, tags)
        }
        await deleteFromRetagQueue(db, id)
      })
    if (posts.length < BATCH_SIZE) return
  }
}
