import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { pageOfPostQuery } from '#features/feed/feed-cache.ts'
import { feedHeights } from '#features/feed/use-feed-place.ts'
import { postKey } from '#features/posts/post-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadFailed } from '#ui/states/LoadFailed.tsx'
import { PostCard } from './PostCard.tsx'

type FeedPostProps = { id: PostId; isFirst: boolean }

/** A post in its place in the feed. */
export function FeedPost({ id, isFirst }: FeedPostProps) {
  const queries = useQueryClient()
  const [isKnown] = useState(() => queries.getQueryData(postKey(id)) !== undefined)
  const Post = isKnown ? PostCard : ForgottenPost
  return (
    // Each is taken over from the server's HTML by itself, so that none keeps the reader waiting.
    <Suspense>
      <Post id={id} priority={isFirst} />
    </Suspense>
  )
}

/** A post of which only the id and the height are left: after a reload far down, or half an hour away from it. */
function ForgottenPost({ id, priority }: { id: PostId; priority: boolean }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [height] = useState(() => feedHeights.heightOf(id))
  const [query] = useState(() => pageOfPostQuery(queries, id))
  const page = useQuery(query)
  if (page.isSuccess) return <PostCard id={id} priority={priority} />
  if (page.isError) return <LoadFailed title={t(phrases.posts.moreFailed)} query={page} />
  // The height of a row counts the gap below it, which the row adds by itself.
  return <div style={{ blockSize: `calc(${height}px - var(--row-gap))` }} />
}
