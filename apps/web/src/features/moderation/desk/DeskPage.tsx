import type { ReportId } from '@pawtrait/contract/ids.ts'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { AppealsPage } from './AppealsPage.tsx'
import { CasePage } from './CasePage.tsx'
import { appealsQuery, caseQuery, deskSummaryQuery, reportQueueQuery } from './desk-cache.ts'
import { parseDeskView } from './desk-view.ts'
import { QueuePage } from './QueuePage.tsx'
import { DeskUndoProvider } from './undo/DeskUndoProvider.tsx'

const APPEALS = 'appeals'

export const loader = userPageLoader(async ({ t, queries, call }, { params: { at }, url }) => {
  // The loader fails with 404 for users who are not moderators.
  const summary = fetchWithCacheFallback(queries, deskSummaryQuery(call))
  if (at === undefined)
    await Promise.all([summary, queries.prefetchInfiniteQuery(reportQueueQuery(parseDeskView(url.searchParams), call))])
  else if (at === APPEALS) await Promise.all([summary, queries.prefetchQuery(appealsQuery(call))])
  else await Promise.all([summary, fetchWithCacheFallback(queries, caseQuery(at as ReportId, call))])
  const title =
    at === undefined ? phrases.desk.pageTitle : at === APPEALS ? phrases.desk.appealsTab : phrases.desk.reportTitle
  return { head: createPageHead(t, t(title)) }
})

/** The pages at `/moderation`, `/moderation/appeals` and `/moderation/{id}`, in one lazy chunk for moderators. */
export function DeskPage() {
  return (
    <DeskUndoProvider>
      <Place />
    </DeskUndoProvider>
  )
}

function Place() {
  const { at } = useParams()
  if (at === undefined) return <QueuePage />
  return at === APPEALS ? <AppealsPage /> : <CasePage id={at as ReportId} />
}
