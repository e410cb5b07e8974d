import type { FollowRequestPage } from '@pawtrait/contract/follows.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import lock from '@phosphor-icons/core/regular/lock-key.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FollowRequestCard } from '#features/follows/FollowRequestCard.tsx'
import { followRequestsQuery, sentFollowRequestsQuery } from '#features/follows/follow-request-cache.ts'
import { SentFollowRequestList } from '#features/follows/SentFollowRequestList.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { Note } from '#ui/states/Note.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './FollowRequestsPage.module.css'
import { privacyQuery } from './use-privacy.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchInfiniteQuery(followRequestsQuery(call)),
    queries.prefetchInfiniteQuery(sentFollowRequestsQuery(call)),
    queries.prefetchQuery(privacyQuery(call)),
  ])
  return { head: createPageHead(t, t(phrases.follows.requestsTitle)) }
})

/** The page at `/settings/requests`: follow requests to the viewer, and from the viewer. */
export function FollowRequestsPage() {
  const t = useTranslate()
  const { data: privacy } = useQuery(privacyQuery())
  return (
    <>
      <TopBar title={t(phrases.follows.requestsTitle)} back />
      <MainContent>
        <div className={styles.page}>
          <Note icon={lock}>
            {privacy?.isPrivate === false ? (
              <>
                {t(phrases.follows.publicAccountNote)}{' '}
                <Link className="link" to={paths.settingsPrivacy}>
                  {t(phrases.follows.changePrivacy)}
                </Link>
              </>
            ) : (
              t(phrases.follows.approvalNote)
            )}
          </Note>
          <Requests />
          <SentFollowRequestList userPath={paths.user} />
        </div>
      </MainContent>
    </>
  )
}

function Requests() {
  const t = useTranslate()
  const list = useInfiniteQuery(followRequestsQuery())
  return (
    <QueryContent query={list} failed={t(phrases.follows.requestsLoadFailed)}>
      {({ pages }) => (
        <>
          <Cards requests={pages.flatMap((page) => page.requests)} />
          <LoadMore {...toPaginationState(list)} />
        </>
      )}
    </QueryContent>
  )
}

function Cards({ requests }: { requests: FollowRequestPage['requests'] }) {
  const t = useTranslate()
  if (requests.length === 0)
    return (
      <EmptyState picture={<EmptyListArt of="requests" />} title={t(phrases.follows.requestsEmptyTitle)}>
        {t(phrases.follows.requestsEmptyText)}
      </EmptyState>
    )
  return (
    <ul className={styles.requests} aria-label={t(phrases.follows.requestsTitle)}>
      {requests.map((request) => (
        <FollowRequestCard key={request.id} request={request} to={paths.user(request.username)} />
      ))}
    </ul>
  )
}
