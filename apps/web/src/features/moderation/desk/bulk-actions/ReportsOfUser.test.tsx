import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../../testing/axe.ts'
import { errorReply, type FakeNetwork } from '../../../../testing/fake-network.ts'
import { aViewer } from '../../../../testing/fixtures.ts'
import { fakeDeskNetwork, openDesk } from '../../../../testing/open-desk.tsx'
import { aQueuedReport, aReportInContext } from '../../../../testing/report-fixtures.ts'

const bot = { ...aViewer(), username: 'spam.paws' }
const other = aQueuedReport({ owner: { ...aViewer(), username: 'dusty.k' } })

let net: FakeNetwork
let reportsOfUser: QueuedItem[]
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
  reportsOfUser = Array.from({ length: 3 }, (_, n) => aQueuedReport({ owner: bot, excerpt: `Cheap kibble ${n}` }))
  net.on('GET /api/moderation/reports', ({ query }) => ({
    status: 200,
    body: { reports: query.get('owner') === bot.id ? reportsOfUser : [other, ...reportsOfUser], cursor: null },
  }))
})

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name })

describe('queue of reports about one user', () => {
  test('opens from a report about the user, and offers to select all or to show the whole queue', async () => {
    const report = aReportInContext({ alsoReported: reportsOfUser.slice(1) })
    net.on(`GET /api/moderation/reports/${report.id}`, { status: 200, body: report })
    openDesk(`/moderation/${report.id}`)
    await userEvent.click(page.getByRole('link', { name: 'Decide about all of them together' }))
    await expect.element(page.getByText(`/moderation?owner=${bot.id}`, { exact: true })).toBeInTheDocument()
    await expect.element(row('Cheap kibble 2')).toBeVisible()
    await expect.element(row('dusty.k')).not.toBeInTheDocument()
    await expect.element(page.getByText('All open reports about spam.paws.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Select all'))
    await expect.element(page.getByText('3 selected')).toBeVisible()
    await userEvent.click(page.getByRole('link', { name: 'Show the other reports' }))
    await expect.element(row('dusty.k')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Queue', level: 1 })).toHaveFocus()
  })

  test('selects all reports with the key w, and shows the whole queue again with the key u', async () => {
    openDesk(`/moderation?owner=${bot.id}`)
    await expect.element(row('Cheap kibble 0')).toBeVisible()
    await userEvent.keyboard('w')
    await expect.element(page.getByText('3 selected')).toBeVisible()
    await userEvent.keyboard('u')
    await expect.element(row('dusty.k')).toBeVisible()
  })

  test('shows an empty state without reports, and an error when the whole queue fails to load', async () => {
    reportsOfUser = []
    openDesk(`/moderation?owner=${bot.id}`)
    await expect.element(page.getByRole('heading', { name: 'No open reports about this person' })).toBeVisible()
    expect(button('Select all').elements()).toHaveLength(0)
    net.on('GET /api/moderation/reports', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('link', { name: 'Show the other reports' }))
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})
