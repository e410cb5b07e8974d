import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { aDecision } from '../../../testing/decision-fixtures.ts'
import type { FakeNetwork } from '../../../testing/fake-network.ts'
import { fakeDeskNetwork, openCase } from '../../../testing/open-desk.tsx'
import { aReportInContext } from '../../../testing/report-fixtures.ts'

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(390, 844)
  net = fakeDeskNetwork()
  net.on('POST /api/moderation/reports/*/decisions', { status: 201, body: { decision: aDecision(), closed: 1 } })
})

const isDecision = (request: string) => request.endsWith('/decisions')
const bar = page.getByRole('group', { name: 'What happens' }).filter({ hasText: 'Dismiss' })
const press = (name: string) => bar.getByRole('button', { name, exact: true })
const addressText = (address: string) => page.getByText(address, { exact: true })
const top = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().top
const topOfPhoto = () => document.querySelector('figure img')?.getBoundingClientRect().top

describe('CasePage', () => {
  test('shows a bar with the main actions at the bottom of a phone screen, and focuses the form on "Act"', async () => {
    const [report, next, last] = [aReportInContext(), aReportInContext(), aReportInContext()]
    openCase(net, report, { order: [report.id, next.id, last.id] })
    await expect.element(press('Act')).toBeInViewport()
    await userEvent.click(press('Act'))
    await expect.element(page.getByRole('radio', { name: /^Nothing wrong/ })).toHaveFocus()
    await expect.element(page.getByRole('radio', { name: /^Nothing wrong/ })).toBeInViewport()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(press('Next'))
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    // Presses repeatedly, because the page ignores the button for 600 ms after the next report appears.
    const dismissAgain = () => {
      press('Dismiss')
        .query()
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      return net.sent.some(isDecision)
    }
    await expect.poll(dismissAgain).toBe(true)
    await expect.element(page.getByText('Nothing was wrong: post by petz4u')).toBeVisible()
    await expect.element(addressText(`/moderation/${last.id}`)).toBeInTheDocument()
    await expect.element(press('Dismiss')).toBeVisible()
    const toast = page.getByText('Nothing was wrong: post by petz4u').element().getBoundingClientRect()
    expect(toast.bottom).toBeLessThan(press('Dismiss').element().getBoundingClientRect().top)
  })

  test('shows the text above the photos on a phone, and limits each photo to half the window height', async () => {
    const tall = aReportInContext().photos.map((photo) => ({ ...photo, width: 600, height: 1200 }))
    openCase(net, aReportInContext({ photos: tall, words: 'Look at the words first.' }))
    await expect.element(page.getByText('Look at the words first.')).toBeVisible()
    expect(topOfPhoto()).toBeGreaterThan(top('Look at the words first.'))
    expect(document.querySelector('figure img')?.clientHeight).toBeLessThanOrEqual(422)
  })

  test('shows a long title in two lines on a phone, with at least 6 px above it', async () => {
    const { owner } = aReportInContext()
    const username = 'a.person.with.a.long.name.of.40.letters.x'
    openCase(net, aReportInContext({ owner: owner && { ...owner, username } }))
    const title = page.getByRole('heading', { name: `Post by ${username}` })
    await expect.element(title).toBeVisible()
    expect(title.element().getBoundingClientRect().height).toBeGreaterThan(45)
    expect(title.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(6)
  })

  test('hides the action bar in a wide window', async () => {
    await page.viewport(1440, 900)
    openCase(net, aReportInContext())
    await expect.element(page.getByRole('button', { name: 'Decide and next' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Dismiss', exact: true })).not.toBeInTheDocument()
  })
})
