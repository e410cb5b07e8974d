import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQuery } from '@tanstack/react-query'
import { postQuery } from './post-cache.ts'

/** Returns a post from the cache, or fetches it. Null while loading and once deleted. */
export function usePost(id: PostId): Post | null {
  return useQuery(postQuery(id)).data ?? null
}
