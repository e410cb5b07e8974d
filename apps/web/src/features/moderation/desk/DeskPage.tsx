import type { ReportId } from '@pawtrait/contract/ids.ts'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { headNamed, loadsForUser } from '#shell/page.ts'
import { readOrKnown } from '#shell/read-or-known.ts'
import { AppealsPage } from './AppealsPage.tsx'
import { CasePage } from './CasePage.tsx'
import { appealsQuery, caseQuery, queueQuery, summaryQuery } from './desk-cache.ts'
import { viewIn } from './desk-view.ts'
import { QueuePage } from './QueuePage.tsx'
import { DeskUndo } from './undo/DeskUndo.tsx'

const APPEALS = 'appeals'

export const loader = loadsForUser(async ({ t, queries, call }, { params: { at }, url }) => {
  // Whoever does not moderate is refused here: for them nothing is at this address.
  const summary = readOrKnown(queries, summaryQuery(call))
  if (at === undefined)
    await Promise.all([summary, queries.prefetchInfiniteQuery(queueQuery(viewIn(url.searchParams), call))])
  else if (at === APPEALS) await Promise.all([summary, queries.prefetchQuery(appealsQuery(call))])
  else await Promise.all([summary, readOrKnown(queries, caseQuery(at as ReportId, call))])
  const title = at === undefined ? phrases.desk.moderation : at === APPEALS ? phrases.desk.appeals : phrases.desk.report
  return { head: headNamed(t, t(title)) }
})

/** `/moderation`, `/moderation/appeals` and `/moderation/{id}`: one part of the app, which few ever fetch. */
export function DeskPage() {
  return (
    <DeskUndo>
      <Place />
    </DeskUndo>
  )
}

function Place() {
  const { at } = useParams()
  if (at === undefined) return <QueuePage />
  return at === APPEALS ? <AppealsPage /> : <CasePage id={at as ReportId} />
}
