import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aDecision } from '../../../../testing/decision-fixtures.ts'
import type { FakeNetwork } from '../../../../testing/fake-network.ts'
import { aViewer } from '../../../../testing/fixtures.ts'
import { fakeDeskNetwork, openDesk } from '../../../../testing/open-desk.tsx'
import { aQueuedReport, aReportInContext } from '../../../../testing/report-fixtures.ts'

const QUEUE = '/moderation?kind=post'

let net: FakeNetwork
let lines: QueuedItem[]
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
  lines = Array.from({ length: 20 }, (_, n) => aQueuedReport({ owner: { ...aViewer(), username: `owner.${n}.x` } }))
  net.on('GET /api/moderation/reports', () => ({ status: 200, body: { reports: lines, cursor: null } }))
  net.on('GET /api/moderation/reports/*', ({ path }) => ({
    status: 200,
    body: aReportInContext({ id: path.split('/').at(-1) as QueuedItem['id'] }),
  }))
  net.on('POST /api/moderation/reports/*/decisions', ({ path }) => {
    lines = lines.filter(({ id }) => !path.includes(id))
    return { status: 201, body: { decision: aDecision(), closed: 1 } }
  })
})

const row = (n: number) => page.getByRole('row').filter({ hasText: `owner.${n}.x` })
const addressText = (address: string) => page.getByText(address, { exact: true })
const decide = page.getByRole('button', { name: 'Decide and next' })

/** Opens the report about `owner.15.x`. Its row is below the visible part of the queue. */
async function openFifteenth() {
  const queries = openDesk(QUEUE)
  await userEvent.click(row(15).getByRole('link'))
  await expect.element(decide).toBeVisible()
  return queries
}

const dismiss = (remaining: number) =>
  expect.poll(() => userEvent.keyboard('d').then(() => lines.length)).toBe(remaining)

describe('QueuePage on return from a report', () => {
  test('restores the filter and the focused row, so that the key j moves to the row after the report', async () => {
    await openFifteenth()
    await userEvent.keyboard('u')
    await expect.element(addressText(QUEUE)).toBeInTheDocument()
    await expect.element(row(15).getByRole('link')).toHaveFocus()
    await expect.element(row(15)).toBeInViewport()
    await userEvent.keyboard('j')
    await expect.element(row(16).getByRole('link')).toHaveFocus()
  })

  test('focuses the next row when the report is no longer pending', async () => {
    const queries = await openFifteenth()
    lines = lines.filter((_, n) => n !== 15)
    await queries.refetchQueries({ queryKey: ['desk', 'queue'] })
    await userEvent.keyboard('u')
    await expect.element(row(0)).toBeVisible()
    await expect.element(row(15)).not.toBeInTheDocument()
    await expect.element(row(16).getByRole('link')).toHaveFocus()
  })

  test('focuses the row of the report that was opened last, not of the report opened from the queue', async () => {
    await openFifteenth()
    await dismiss(19)
    await expect.element(addressText(`/moderation/${lines[15]?.id}`)).toBeInTheDocument()
    await expect.element(decide).toBeVisible()
    await userEvent.keyboard('u')
    await expect.element(row(16).getByRole('link')).toHaveFocus()
  })

  test('restores the filter after the last report was decided', async () => {
    lines = lines.slice(0, 1)
    openDesk(QUEUE)
    await userEvent.click(row(0).getByRole('link'))
    await expect.element(decide).toBeVisible()
    await dismiss(0)
    await expect.element(addressText(QUEUE)).toBeInTheDocument()
    await expect.element(page.getByText('No matching reports')).toBeVisible()
  })
})
