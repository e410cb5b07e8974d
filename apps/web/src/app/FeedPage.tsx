import type { PostId } from '@pawtrait/contract/ids.ts'
import type { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { FeedEmpty } from '#features/feed/FeedEmpty.tsx'
import { FeedError } from '#features/feed/FeedError.tsx'
import {
  feedKey,
  feedQuery,
  isLimitedByAllowance,
  type NewPostMessage,
  newPostsKey,
  refetchFeed,
} from '#features/feed/feed-cache.ts'
import { NewPostsPill } from '#features/feed/NewPostsPill.tsx'
import { feedRowHeights, useFeedScrollRestoration } from '#features/feed/use-feed-scroll-restoration.ts'
import { useInstallOffer } from '#features/install/install-offer.ts'
import { birthdaysQuery } from '#features/pets/birthdays/anniversary-cache.ts'
import { PostingStatus } from '#features/posts/PostingStatus.tsx'
import { useIsPasskeyOffered } from '#features/sign-in/passkeys/passkey-offer.ts'
import { storyRowQuery } from '#features/stories/story-row-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useIsInstalled } from '#lib/is-installed.ts'
import { consumeStoredContentFlag } from '#lib/offline/stored-content-flag.ts'
import { isUnreachableError } from '#lib/server/call.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { MainContent } from '#shell/MainContent.tsx'
import { OutboxStatus } from '#shell/outbox/OutboxStatus.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { VirtualList } from '#ui/lists/VirtualList.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './FeedPage.module.css'
import { FeedPost } from './FeedPost.tsx'
import { FeedStories } from './FeedStories.tsx'

// The skeleton is loaded lazily: the server usually renders the feed, so most pages need no skeleton.
const FeedSkeleton = lazyComponent(async () => (await import('#features/feed/FeedSkeleton.tsx')).FeedSkeleton)
const FeedAllowance = lazyComponent(async () => (await import('#features/feed/FeedAllowance.tsx')).FeedAllowance)
const PasskeyOffer = lazyComponent(
  async () => (await import('#features/sign-in/passkeys/PasskeyOffer.tsx')).PasskeyOffer,
)
const InstallOffer = lazyComponent(async () => (await import('#features/install/InstallOffer.tsx')).InstallOffer)
// While the code of the birthdays line loads, an empty element reserves its height, so that the feed does not move.
const Birthdays = lazyComponent(
  async () => (await import('#features/pets/birthdays/BirthdaysButton.tsx')).BirthdaysButton,
  <div className={styles.birthdays} />,
)
// Loaded lazily, because only the installed app supports pull to refresh.
const PullToRefresh = lazyComponent(async () => (await import('#ui/lists/PullToRefresh.tsx')).PullToRefresh, null, {
  isDecoration: true,
})
const FeedEnd = lazyComponent(async () => (await import('#features/feed/FeedEnd.tsx')).FeedEnd)

export const loader = userPageLoader(async ({ queries, call, t }) => {
  // Only the server waits for the data. In the browser the page at once shows the cached feed or a skeleton.
  if (import.meta.env.SSR) {
    await Promise.all([
      queries.prefetchInfiniteQuery(feedQuery(call)),
      queries.prefetchQuery(storyRowQuery(call)),
      queries.prefetchQuery(birthdaysQuery(call)),
    ])
    // Removes a failed query, so that both server and browser render the skeleton: hydration needs identical HTML.
    if (!queries.getQueryData(feedQuery().queryKey)) queries.removeQueries(feedQuery())
  }
  return { head: createPageHead(t, t(phrases.app.feed)) }
})

/** Feed page at `/dashboard`. */
export function FeedPage() {
  const t = useTranslate()
  const install = useInstallOffer()
  return (
    <>
      <TopBar title={t(phrases.app.feed)} />
      <MainContent>
        <FeedStories />
        <PostingStatus />
        <OutboxStatus />
        {useIsPasskeyOffered() && <PasskeyOffer />}
        {install && <InstallOffer method={install} />}
        <Feed />
      </MainContent>
    </>
  )
}

/** Returns the feed query, its last page, its post ids, the live messages about newer posts, and a reload mutation. */
function useFeed() {
  const queries = useQueryClient()
  const feed = useInfiniteQuery(feedQuery())
  const { data: arrived = [] } = useQuery<NewPostMessage[]>({ queryKey: newPostsKey, queryFn: skipToken })
  const reload = useMutation({ mutationKey: ['feed-anew'], mutationFn: () => refetchFeed(queries) })
  const last = feed.data?.pages.at(-1)
  return { feed, last, posts: feed.data?.pages.flatMap((page) => page.ids) ?? [], arrived, reload }
}

/** Returns whether at least 80 % of the daily feed limit is used. The page then shows how much is used. */
const isNearlyUsed = ({ used, max }: FeedLimit) => max !== null && used >= max * 0.8

function Feed() {
  const { data: birthdays } = useQuery(birthdaysQuery())
  const scrollRestoration = useFeedScrollRestoration()
  const { feed, last, posts, arrived, reload } = useFeed()
  const isFull = last !== undefined && isLimitedByAllowance(last)
  const isEmpty = feed.isSuccess && posts.length === 0 && !isFull
  const hasFailed = reload.isError || hasQueryFailed(feed) || (feed.isError && !feed.isFetchNextPageError)
  const refresh = useEffectEvent(() => consumeStoredContentFlag() && reload.mutate())
  useEffect(() => void refresh(), [])
  useStoredFeed(hasQueryFailed(feed) && isUnreachableError(feed.error), () => reload.mutate())
  const showNewPosts = useShowNewPosts(posts[0], () => reload.mutate())
  return (
    <>
      {hasFailed && (
        <FeedError
          shownSince={feed.dataUpdatedAt}
          busy={feed.isFetching || reload.isPending}
          onRetry={() => (feed.data ? reload.mutate() : void feed.refetch())}
        />
      )}
      {useIsInstalled() && <PullToRefresh onRefresh={() => reload.mutateAsync()} />}
      <NewPostsPill arrived={arrived} busy={reload.isPending} onShow={showNewPosts} />
      {feed.isPending && !hasFailed && <FeedSkeleton />}
      {isEmpty && <FeedEmpty />}
      {(birthdays?.length ?? 0) > 0 && <Birthdays />}
      <div className={styles.feed}>
        {posts.length > 0 && (
          <VirtualList ids={posts} heights={feedRowHeights} item={FeedPost} {...scrollRestoration} />
        )}
        <LoadMore {...toPaginationState(feed)} />
        {last && isNearlyUsed(last.limit) && (
          <FeedAllowance
            limit={last.limit}
            isUsedUp={isFull}
            busy={reload.isPending}
            onContinue={() => reload.mutate()}
          />
        )}
        {feed.isSuccess && !isEmpty && !isFull && !feed.hasNextPage && <FeedEnd />}
      </div>
    </>
  )
}

/**
 * If `isUnreachable`, shows the feed stored on this device, then reloads the feed. If the reload fails, the page shows
 * when the stored feed was loaded.
 */
function useStoredFeed(isUnreachable: boolean, reloadFeed: () => void) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const restore = useEffectEvent(async () => {
    const { restoreStoredContent } = await loadChunk(() => import('#app/offline/open-stored-page.ts'))
    if (viewer) await restoreStoredContent(queries, viewer.id)
    if (queries.getQueryData(feedKey)) reloadFeed()
  })
  useEffect(() => {
    if (isUnreachable) restore().catch(() => {}) // The chunk with `restoreStoredContent` may fail to load.
  }, [isUnreachable])
}

/** Returns a function that reloads the feed, then scrolls to the first new post and focuses it. */
function useShowNewPosts(first: PostId | undefined, reloadFeed: () => void): () => void {
  const [previousFirst, setPreviousFirst] = useState<PostId | undefined>()
  useEffect(() => {
    if (!previousFirst || previousFirst === first) return
    window.scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('main article')?.focus({ preventScroll: true })
  }, [previousFirst, first])
  return () => {
    setPreviousFirst(first)
    reloadFeed()
  }
}
