import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aDecision } from '../../../../testing/decision-fixtures.ts'
import { errorReply, type FakeNetwork } from '../../../../testing/fake-network.ts'
import { aViewer } from '../../../../testing/fixtures.ts'
import { fakeDeskNetwork, openCase, openDesk } from '../../../../testing/open-desk.tsx'
import { aQueuedReport, aReportInContext } from '../../../../testing/report-fixtures.ts'

let net: FakeNetwork
const decision = aDecision()
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
  net.on('POST /api/moderation/reports/*/decisions', { status: 201, body: { decision, closed: 1 } })
  net.on('POST /api/moderation/decisions/*/undo', { status: 200, body: decision })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const addressText = (address: string) => page.getByText(address, { exact: true })
const getUndoRequests = () => net.sent.filter((request) => request.endsWith('/undo'))
const UNDO = `POST /api/moderation/decisions/${decision.id}/undo`

/** Bans the owner of the first of two reports, and waits for the page of the second report. */
async function banAndGoOn() {
  const [report, next] = [aReportInContext(), aReportInContext()]
  openCase(net, report, { order: [report.id, next.id] })
  await userEvent.click(page.getByRole('radio', { name: /^Ban/ }))
  await userEvent.click(button('Decide and next'))
  await expect.element(page.getByText('Banned petz4u')).toBeVisible()
  await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
  await expect.element(button('Decide and next')).toBeVisible()
  return { report, next }
}

describe('undo of a moderation decision', () => {
  test('reverts the last decision only once when the key z is pressed twice, and reopens its report', async () => {
    const { report, next } = await banAndGoOn()
    await userEvent.keyboard('z')
    await expect.element(page.getByText('Undone. It is back in the queue.')).toBeVisible()
    await expect.element(addressText(`/moderation/${report.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('z')
    expect(getUndoRequests()).toEqual([UNDO])
    // The reopened report is at its former position in the order: key j opens the next report, and key k opens this
    // report again.
    await userEvent.keyboard('j')
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(addressText(`/moderation/${report.id}`)).toBeInTheDocument()
  })

  test('reopens the other reports about the banned user, so that the key j opens them again', async () => {
    const [report, otherReport, next] = [aReportInContext(), aReportInContext(), aReportInContext()]
    const queuedReport = aQueuedReport({ id: otherReport.id })
    openCase(net, { ...report, alsoReported: [queuedReport] }, { order: [report.id, otherReport.id, next.id] })
    await userEvent.click(page.getByRole('radio', { name: /^Ban/ }))
    await userEvent.click(button('Decide and next'))
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('z')
    await expect.element(addressText(`/moderation/${report.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(addressText(`/moderation/${otherReport.id}`)).toBeInTheDocument()
  })

  test('reverts the decision after re-authentication, even from the page of the next report', async () => {
    const { report } = await banAndGoOn()
    net.on('POST /api/moderation/decisions/*/undo', errorReply('sudo-required', 403, { methods: ['password'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    await userEvent.click(button('Undo'))
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
    net.on('POST /api/moderation/decisions/*/undo', { status: 200, body: decision })
    await userEvent.keyboard('correct horse{Enter}')
    await expect.element(addressText(`/moderation/${report.id}`)).toBeInTheDocument()
    expect(getUndoRequests()).toEqual([UNDO, UNDO])
  })

  test('shows an error when the server refuses the undo', async () => {
    await banAndGoOn()
    net.on('POST /api/moderation/decisions/*/undo', errorReply('conflict', 409))
    await userEvent.keyboard('z')
    await expect.element(page.getByRole('alert').getByText('This was not undone')).toBeVisible()
  })

  test('reverts an older decision on the page of its report, and focuses the heading', async () => {
    const report = aReportInContext({ state: 'upheld', decisions: [decision] })
    openCase(net, report)
    await userEvent.click(button('Undo: Taken down'))
    await expect.element(page.getByText('Undone. It is back in the queue.')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})

/**
 * Decides two of three reports in one request, then presses the undo key z. `first` and `second` are ids of decisions.
 */
async function decideTwoAndUndo(first: string, second: string) {
  const lines = ['first.one', 'second.one', 'third.one'].map((username) =>
    aQueuedReport({ owner: { ...aViewer(), username } }),
  )
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const wait = (reports: typeof lines) =>
    net.on('GET /api/moderation/reports', { status: 200, body: { reports, cursor: null } })
  wait(lines)
  openDesk('/moderation')
  await expect.element(row('third.one')).toBeVisible()
  await userEvent.keyboard('jxjxa')
  await userEvent.keyboard('1')
  const decided = [first, second].map((decision, n) => ({ report: lines[n]?.id, decision: decision }))
  net.on('POST /api/moderation/decisions', { status: 200, body: { decided, refused: [] } })
  wait(lines.slice(2))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Nothing was wrong: 2 reports decided')).toBeVisible()
  await expect.element(row('first.one')).not.toBeInTheDocument()
  await expect.element(row('third.one').getByRole('link')).toHaveFocus()
  wait(lines)
  await userEvent.keyboard('z')
  await expect.element(page.getByText('Undone. 2 are back in the queue.')).toBeVisible()
  await expect.element(row('first.one')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
}

describe('undo of a bulk moderation decision', () => {
  const undoOf = (id: string) => `POST /api/moderation/decisions/${id}/undo`

  test('sends one undo request for each decision when the key z is pressed, and shows the reports again', async () => {
    const [first, second] = [aDecision().id, aDecision().id]
    await decideTwoAndUndo(first, second)
    expect(getUndoRequests()).toEqual([undoOf(first), undoOf(second)])
  })

  test('sends only one undo request for reports that share a decision, and shows all of them again', async () => {
    const { id } = aDecision()
    await decideTwoAndUndo(id, id)
    expect(getUndoRequests()).toEqual([undoOf(id)])
  })
})
