import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { aDecision } from '../../../testing/decision-fixtures.ts'
import { errorReply, type FakeNetwork } from '../../../testing/fake-network.ts'
import { fakeDeskNetwork, openCase } from '../../../testing/open-desk.tsx'
import { aReportInContext } from '../../../testing/report-fixtures.ts'

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
})
afterEach(() => void vi.useRealTimers())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const addressText = (address: string) => page.getByText(address, { exact: true })
const setServerReport = (report: ReportDetails) =>
  net.on(`GET /api/moderation/reports/${report.id}`, { status: 200, body: report })
const focusWindow = () => window.dispatchEvent(new Event('visibilitychange'))
const requestsTo = (path: string) => net.requests.filter((request) => request.path === path)

describe('CasePage of a decided report', () => {
  test('shows another moderator’s decision after a 409 response, and focuses the "Next report" button', async () => {
    const [report, next] = [aReportInContext(), aReportInContext()]
    openCase(net, report, { order: [report.id, next.id] })
    await userEvent.click(page.getByRole('radio', { name: /^Warn/ }))
    net.on('POST /api/moderation/reports/*/decisions', errorReply('conflict', 409))
    setServerReport({ ...report, state: 'upheld', decisions: [aDecision({ by: 'bahati_mod' })] })
    await userEvent.click(button('Decide and next'))
    await expect.element(page.getByText('bahati_mod has decided this: Taken down.')).toBeVisible()
    await expect.element(page.getByText('That did not work')).not.toBeInTheDocument()
    await expect.element(button('Next report')).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
  })

  test('does not name the moderator when the viewer made the decision', async () => {
    openCase(net, aReportInContext({ state: 'upheld', decisions: [aDecision({ by: 'amina' })] }))
    await expect.element(page.getByText('This is decided.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('amina has decided', { exact: false })).not.toBeInTheDocument()
  })
})

describe('CasePage of an open report', () => {
  test('refetches the report when the window regains focus, and retains the moderator’s input', async () => {
    const report = aReportInContext()
    openCase(net, report)
    await userEvent.click(page.getByRole('radio', { name: /^Warn/ }))
    setServerReport({ ...report, takenBy: 'leila' })
    focusWindow()
    await expect.element(page.getByText('With leila')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: /^Warn/ })).toBeChecked()
  })

  test('refetches the report every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const report = aReportInContext()
    openCase(net, report)
    await expect.element(page.getByText('With nobody')).toBeVisible()
    setServerReport({ ...report, takenBy: 'leila' })
    vi.advanceTimersByTime(15_000)
    await expect.element(page.getByText('With leila')).toBeVisible()
  })

  test('does not refetch a report on private content on window focus, because each view is logged', async () => {
    const report = aReportInContext({ isPublic: false })
    openCase(net, report)
    await expect.element(page.getByText('With nobody')).toBeVisible()
    const before = requestsTo('/api/moderation/summary').length
    focusWindow()
    await expect.poll(() => requestsTo('/api/moderation/summary').length).toBeGreaterThan(before)
    expect(requestsTo(`/api/moderation/reports/${report.id}`)).toHaveLength(1)
  })
})
