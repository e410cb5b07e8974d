import type { Comment } from '@pawtrait/contract/comments.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { commentPreviews } from '#features/comments/view.ts'
import { type SharedPost, sharedPosts } from '#features/posts/view.ts'
import type { UserContext } from '#platform/context.ts'
import type { Invalidations } from '#platform/invalidations.ts'
import { keptBy } from '#platform/kept.ts'

/** What all see of a post in their feeds who may see it at all and are blocked with nobody. */
export type KeptPost = {
  post: SharedPost
  comments: readonly Comment[]
}

/** Gives what is there of these posts, made once and kept until something of it changes. */
export type FindKeptPosts = (ctx: UserContext, ids: readonly PostId[]) => Promise<ReadonlyMap<PostId, KeptPost>>

// Some 6 KB each.
const MOST_KEPT = 3_000

/** Posts of feeds in the memory of this process. Whoever asks has caught up: every request that reads has. */
export function keepPosts(invalidations: Invalidations): FindKeptPosts {
  const kept = keptBy<KeptPost>(invalidations, MOST_KEPT)
  return async (ctx, ids) => {
    // Signed addresses are good until the next day: what was made on another one is made anew.
    const today = Math.floor(ctx.now.getTime() / DAY_MS)
    const keyOf = (id: PostId) => `${today} ${id}`
    const found = new Map<PostId, KeptPost>()
    for (const id of ids) {
      const known = kept.get(keyOf(id))
      if (known) found.set(id, known)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const keep = kept.reading()
    const [posts, previews] = await Promise.all([
      sharedPosts(ctx, missing),
      commentPreviews({ db: ctx.db, viewer: null }, missing),
    ])
    for (const { post, about } of posts) {
      const comments = previews.get(post.id) ?? []
      const made = { post, comments }
      found.set(post.id, made)
      keep(keyOf(post.id), made, [...about, ...comments.flatMap(({ author }) => author?.id ?? [])])
    }
    return found
  }
}
