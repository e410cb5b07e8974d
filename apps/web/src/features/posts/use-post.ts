import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQuery } from '@tanstack/react-query'
import { postQuery } from './post-cache.ts'

/** A post of the cache, fetched when nothing has brought it; null while it is not known and once it is gone. */
export function usePost(id: PostId): Post | null {
  return useQuery(postQuery(id)).data ?? null
}
