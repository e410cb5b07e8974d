import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import {
  type Cache,
  createCache,
  estimateObjectBytes,
  type NumberedValue,
  readThroughCache,
} from '#platform/database/cache.ts'
import type { Invalidations } from '#platform/database/invalidations.ts'
import { readViewerIndependentPosts, type ViewerIndependentPost } from './viewer-independent-post.ts'

// A post usually takes about 4 KB in memory, but the alt texts of its ten photos can take 480 KB.
const MAX_POSTS = 8_000
const MAX_BYTES = 32 * 1024 ** 2

export const createPostCache = (invalidations: Invalidations, maxBytes = MAX_BYTES) =>
  createCache<NumberedValue<ViewerIndependentPost>>('posts', invalidations, MAX_POSTS, {
    most: maxBytes,
    of: ({ value }) => estimateObjectBytes(value),
  })

const caches = new WeakMap<Invalidations, Cache<NumberedValue<ViewerIndependentPost>>>()

/** Returns the post cache that belongs to these invalidations; there is one per process. */
function getCache(invalidations: Invalidations): Cache<NumberedValue<ViewerIndependentPost>> {
  const cache = caches.get(invalidations) ?? createPostCache(invalidations)
  caches.set(invalidations, cache)
  return cache
}

/**
 * Returns the fields of posts that are the same for all viewers who neither block a user nor are blocked. The fields
 * are cached until one of their rows changes. Does not check visibility. The caller has applied pending invalidations.
 */
export function findViewerIndependentPosts(
  ctx: Pick<Context, 'db' | 'now' | 'secrets' | 'invalidations'>,
  ids: readonly PostId[],
  cache = getCache(ctx.invalidations),
): Promise<Map<PostId, NumberedValue<ViewerIndependentPost>>> {
  // The cache key contains the UTC day, because signed photo URLs change with it and expire after one to two days.
  const today = Math.floor(ctx.now.getTime() / DAY_MS)
  return readThroughCache(
    cache,
    ids,
    (id) => `${today} ${id}`,
    async (missing) => {
      const rows = await readViewerIndependentPosts(ctx, missing)
      return rows.map(({ post, about }) => ({ id: post.id, value: post, about }))
    },
  )
}
