import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { ReactNode } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { DeskPage } from '#features/moderation/desk/DeskPage.tsx'
import { type FakeNetwork, fakeNetwork } from './fake-network.ts'
import { renderApp } from './render-app.tsx'
import { aQueueSummary } from './report-fixtures.ts'

/** Shows the current address and a Back button. */
function Place() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search + hash}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back in history
      </button>
    </>
  )
}

/** Returns a fake network of a moderation desk with an empty queue. */
export function fakeDeskNetwork(): FakeNetwork {
  const net = fakeNetwork()
  net.on('GET /api/moderation/summary', { status: 200, body: aQueueSummary() })
  net.on('GET /api/moderation/reports', { status: 200, body: { reports: [], cursor: null } })
  return net
}

/** Opens the moderation desk at a URL. */
export const openDesk = (at: string, instead?: ReactNode) =>
  renderApp(
    <>
      <Place />
      <Routes>
        {instead}
        <Route path="/moderation/:at?" element={<DeskPage />} />
      </Routes>
    </>,
    { at },
  )

/**
 * Opens a report at the moderation desk. `order`: ids of the reports in the queue. For each id, the fake network
 * returns the content of `report`.
 */
export function openCase(net: FakeNetwork, report: ReportDetails, { hash = '', order = [report.id] } = {}) {
  net.on('GET /api/moderation/reports/*', ({ path }) => ({
    status: 200,
    body: { ...report, id: path.split('/').at(-1) },
  }))
  const queries = openDesk(`/moderation/${report.id}${hash}`, <Route path="/moderation" element={<h1>The queue</h1>} />)
  queries.setQueryData(['desk', 'order'], order)
  return queries
}
