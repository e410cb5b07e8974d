import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../../testing/axe.ts'
import { aDecision } from '../../../../testing/decision-fixtures.ts'
import { deferredReply, errorReply, type FakeNetwork } from '../../../../testing/fake-network.ts'
import { anId, aViewer } from '../../../../testing/fixtures.ts'
import { fakeDeskNetwork, openDesk } from '../../../../testing/open-desk.tsx'
import { aQueuedReport } from '../../../../testing/report-fixtures.ts'

type Body = { reports: string[] }
type Answer = Parameters<FakeNetwork['on']>[1]

const DECIDE_ENDPOINT = 'POST /api/moderation/decisions'
const REPORTS = 'GET /api/moderation/reports'
const PER_PAGE = 50

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
})

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const addressText = (address: string) => page.getByText(address, { exact: true })
const button = (name: string) => page.getByRole('button', { name })

/** Returns reports of a wave of `size` posts, each by a different user. */
function aWave(size: number): QueuedItem[] {
  const wave = { id: anId<NonNullable<QueuedItem['wave']>['id']>(), size }
  return Array.from({ length: size }, (_, n) =>
    aQueuedReport({ reason: 'other', reports: 1, wave, owner: { ...aViewer(), username: `bot.${n}.x` } }),
  )
}

/**
 * Mocks the report list and opens the queue. Without a filter, the list contains one other report and three reports of
 * the wave. With the filter `wave`, the list contains every report of the wave.
 */
function show(wave: readonly QueuedItem[], at = '/moderation') {
  const decided = new Set<string>()
  const other = aQueuedReport({ owner: { ...aViewer(), username: 'dusty.k' } })
  net.on(REPORTS, ({ query }) => {
    const all = (query.get('wave') ? wave : [other, ...wave.slice(0, 3)]).filter(({ id }) => !decided.has(id))
    const from = Number(query.get('cursor') ?? 0)
    const reports = all.slice(from, from + PER_PAGE)
    return { status: 200, body: { reports, cursor: from + PER_PAGE < all.length ? String(from + PER_PAGE) : null } }
  })
  const answer = (refuse: (id: string) => string | undefined): Answer => {
    return ({ body }) => {
      const { reports } = body as Body
      const refused = reports.flatMap((report) => {
        const code = refuse(report)
        return code ? [{ report, code }] : []
      })
      const done = reports.filter((id) => !refuse(id))
      for (const id of done) decided.add(id)
      return {
        status: 200,
        body: { decided: done.map((report) => ({ report, decision: aDecision().id })), refused },
      }
    }
  }
  net.on(
    DECIDE_ENDPOINT,
    answer(() => undefined),
  )
  openDesk(at)
  return { answer }
}

const getWaveUrl = (wave: readonly QueuedItem[]) => `/moderation?wave=${wave[0]?.wave?.id}`
const getDecisionBodies = () => net.requests.filter(({ method, path }) => `${method} ${path}` === DECIDE_ENDPOINT)
const sizesOfCalls = () => getDecisionBodies().map(({ body }) => (body as Body).reports.length)

async function choose(count: number) {
  const dialog = page.getByRole('dialog', { name: `Decide about ${count} reports` })
  await userEvent.click(dialog.getByRole('radio', { name: /^Ban/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'No spam')
  return dialog
}

describe('queue of a spam wave', () => {
  test('opens from a report of the wave, and closes with the back button', async () => {
    const wave = aWave(200)
    show(wave)
    const link = row('bot.0.x').getByRole('link', { name: 'Wave of 200' })
    await expect.element(link).toBeVisible()
    await expect.element(row('dusty.k').getByText('Wave of')).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(link)
    await expect.element(addressText(getWaveUrl(wave))).toBeInTheDocument()
    await expect.element(row('bot.49.x')).toBeInTheDocument()
    await expect.element(row('dusty.k')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Wave', level: 1 })).toHaveFocus()
    await expect.element(button('Select all 200')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Back in history'))
    await expect.element(row('dusty.k')).toBeVisible()
  })

  test('does not scroll sideways at a width of 390 px', async () => {
    await page.viewport(390, 844)
    const wave = aWave(200)
    show(wave)
    await expect.element(row('bot.0.x').getByRole('link', { name: 'Wave of 200' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await userEvent.click(row('bot.0.x').getByRole('link', { name: 'Wave of 200' }))
    await expect.element(button('Select all 200')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await listAxeViolations()).toEqual([])
  })

  test('selects all reports of the wave, and decides them in requests of up to 25 reports', async () => {
    const wave = aWave(120)
    const { answer } = show(wave, getWaveUrl(wave))
    await userEvent.click(button('Select all 120'))
    await expect.element(page.getByText('120 selected')).toBeVisible()
    await userEvent.click(button('Decide'))
    const dialog = await choose(120)
    const third = deferredReply()
    const defaultReply = answer(() => undefined) as (request: unknown) => { status: number; body: object }
    net.on(DECIDE_ENDPOINT, (request) => (sizesOfCalls().length === 3 ? third.answer() : defaultReply(request)))
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    await expect.element(page.getByText('50 of 120 decided')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    third.give(defaultReply({ body: getDecisionBodies()[2]?.body }))
    await expect.element(page.getByText('Account banned: 120 reports decided')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sizesOfCalls()).toEqual([25, 25, 25, 25, 20])
    await expect.element(page.getByRole('heading', { name: 'No open reports in this wave' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('opens with the key w, selects all on a second w, opens the form with a, and closes with u', async () => {
    const wave = aWave(60)
    show(wave)
    await expect.element(row('bot.2.x')).toBeVisible()
    await userEvent.keyboard('jjw')
    await expect.element(button('Select all 60')).toBeVisible()
    await userEvent.keyboard('w')
    await expect.element(page.getByText('60 selected')).toBeVisible()
    await userEvent.keyboard('a')
    const dialog = page.getByRole('dialog', { name: 'Decide about 60 reports' })
    await expect.element(dialog.getByRole('radio').first()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('?')
    await expect.element(page.getByText('Show the whole wave; once more: select it')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('u')
    await expect.element(addressText('/moderation')).toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Queue', level: 1 })).toHaveFocus()
  })

  test('selects nothing and shows an error when one page of the wave fails to load', async () => {
    const wave = aWave(120)
    show(wave, getWaveUrl(wave))
    await expect.element(row('bot.0.x')).toBeVisible()
    const whole = deferredReply()
    net.on(REPORTS, whole.answer)
    await userEvent.click(button('Select all 120'))
    await expect.element(button('Loading 50 of 120…')).toBeVisible()
    whole.give(errorReply('not-found', 404))
    await expect.element(page.getByText('We could not load all of them')).toBeVisible()
    await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  })
})

describe('bulk action on QueuePage', () => {
  test('shows the number of reports decided before a failure, and sends only undecided reports on retry', async () => {
    const wave = aWave(120)
    const { answer } = show(wave, getWaveUrl(wave))
    await userEvent.click(button('Select all 120'))
    await userEvent.click(button('Decide'))
    const dialog = await choose(120)
    const defaultReply = answer(() => undefined) as (request: unknown) => { status: number; body: object }
    net.on(DECIDE_ENDPOINT, (request) =>
      sizesOfCalls().length > 2 ? errorReply('conflict', 409) : defaultReply(request),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    await expect.element(page.getByText('50 of 120 are decided. The others are still selected.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    net.on(DECIDE_ENDPOINT, defaultReply)
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Decide' }))
    await expect.element(page.getByText('Account banned: 70 reports decided')).toBeVisible()
    expect(sizesOfCalls()).toEqual([25, 25, 25, 25, 25, 20])
  })

  test('asks for re-authentication between batches, and sends the refused batch again', async () => {
    const wave = aWave(60)
    const { answer } = show(wave, getWaveUrl(wave))
    await userEvent.click(button('Select all 60'))
    await userEvent.click(button('Decide'))
    const dialog = await choose(60)
    const defaultReply = answer(() => undefined) as (request: unknown) => { status: number; body: object }
    const sudoReply = errorReply('sudo-required', 403, { methods: ['password'] })
    net.on(DECIDE_ENDPOINT, (request) => (sizesOfCalls().length === 2 ? sudoReply : defaultReply(request)))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    const sudo = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.fill(sudo.getByLabelText('Password', { exact: true }), 'correct horse')
    await userEvent.click(sudo.getByRole('button', { name: 'Continue' }))
    await expect.element(page.getByText('Account banned: 60 reports decided')).toBeVisible()
    expect(sizesOfCalls()).toEqual([25, 25, 25, 10])
  })

  test('counts already decided or deleted reports as done, not as failures', async () => {
    const wave = aWave(30)
    const { answer } = show(wave, getWaveUrl(wave))
    const codes = new Map(wave.slice(0, 3).map(({ id }, n) => [id as string, n < 2 ? 'conflict' : 'not-found']))
    net.on(
      DECIDE_ENDPOINT,
      answer((id) => codes.get(id)),
    )
    await userEvent.click(button('Select all 30'))
    await userEvent.click(button('Decide'))
    const dialog = await choose(30)
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    const toast = 'Account banned: 27 reports decided. 3 were already decided or deleted.'
    await expect.element(page.getByText(toast)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
