import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { feedPageOfPostQuery } from '#features/feed/feed-cache.ts'
import { feedRowHeights } from '#features/feed/use-feed-scroll-restoration.ts'
import { postKey } from '#features/posts/post-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { PostCard } from './PostCard.tsx'

type FeedPostProps = { id: PostId; isFirst: boolean }

/** A post in the virtual list of the feed. */
export function FeedPost({ id, isFirst }: FeedPostProps) {
  const queries = useQueryClient()
  const [isCached] = useState(() => queries.getQueryData(postKey(id)) !== undefined)
  const Post = isCached ? PostCard : UncachedPost
  return (
    // Each post has its own Suspense boundary: posts hydrate separately, so that none blocks interaction.
    <Suspense>
      <Post id={id} priority={isFirst} />
    </Suspense>
  )
}

/**
 * Placeholder for a post that is no longer cached, after a reload or half an hour on other pages. Has the last measured
 * height of the post.
 */
function UncachedPost({ id, priority }: { id: PostId; priority: boolean }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [height] = useState(() => feedRowHeights.heightOf(id))
  const [query] = useState(() => feedPageOfPostQuery(queries, id))
  const page = useQuery(query)
  if (page.isSuccess) return <PostCard id={id} priority={priority} />
  if (page.isError) return <LoadErrorMessage title={t(phrases.posts.loadMoreFailed)} query={page} />
  // Subtracts the row gap, because both the measured height and the list row include the gap.
  return <div style={{ blockSize: `calc(${height}px - var(--row-gap))` }} />
}
