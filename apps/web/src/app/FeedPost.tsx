import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { feedPageOfPostQuery } from '#features/feed/feed-cache.ts'
import { feedHeights } from '#features/feed/use-feed-scroll-restoration.ts'
import { postKey } from '#features/posts/post-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import { PostCard } from './PostCard.tsx'

type FeedPostProps = { id: PostId; isFirst: boolean }

/** Post in the virtual list of the feed. */
export function FeedPost({ id, isFirst }: FeedPostProps) {
  const queries = useQueryClient()
  const [isCached] = useState(() => queries.getQueryData(postKey(id)) !== undefined)
  const Post = isCached ? PostCard : UncachedPost
  return (
    // One Suspense boundary per post: each post hydrates separately, and none blocks interaction.
    <Suspense>
      <Post id={id} priority={isFirst} />
    </Suspense>
  )
}

/** Post that has left the cache, after a reload or half an hour on other pages. Reserves its last measured height. */
function UncachedPost({ id, priority }: { id: PostId; priority: boolean }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [height] = useState(() => feedHeights.heightOf(id))
  const [query] = useState(() => feedPageOfPostQuery(queries, id))
  const page = useQuery(query)
  if (page.isSuccess) return <PostCard id={id} priority={priority} />
  if (page.isError) return <LoadFailed title={t(phrases.posts.loadMoreFailed)} query={page} />
  // Subtracts the row gap, because the measured height includes it and the list row adds it again.
  return <div style={{ blockSize: `calc(${height}px - var(--row-gap))` }} />
}
