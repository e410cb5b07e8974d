import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { aDecision } from '../../../testing/decision-fixtures.ts'
import { errorReply, type FakeNetwork } from '../../../testing/fake-network.ts'
import { aViewer } from '../../../testing/fixtures.ts'
import { fakeDeskNetwork, openDesk } from '../../../testing/open-desk.tsx'
import { aQueuedReport } from '../../../testing/report-fixtures.ts'

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
})
afterEach(() => localStorage.clear())

const rows = page.getByRole('row')
const row = (name: string) => rows.filter({ hasText: name })
const linkIn = (name: string) => row(name).getByRole('link')
const sentBodies = (path: string) =>
  net.requests.filter((request) => request.method !== 'GET' && request.path.endsWith(path)).map(({ body }) => body)

const named = (username: string, more: Partial<QueuedItem> = {}) =>
  aQueuedReport({ owner: { ...aViewer(), username }, ...more })

function show(lines: QueuedItem[], at = '/moderation') {
  net.on('GET /api/moderation/reports', { status: 200, body: { reports: lines, cursor: null } })
  return openDesk(at)
}

const addressText = (address: string) => page.getByText(address, { exact: true })
const refetchQueue = (queries: ReturnType<typeof show>) => queries.invalidateQueries({ queryKey: ['desk', 'queue'] })

describe('QueuePage', () => {
  test('shows the counts, and for each reported item the reason, owner, number of reports and moderator', async () => {
    show([
      named('dusty.k', { reason: 'cruelty', reports: 4, trusted: true }),
      named('musa.k', { kind: 'comment', takenBy: 'leila' }),
    ])
    await expect.element(page.getByText('38 min')).toBeVisible()
    await expect.element(row('dusty.k')).toMatchTextContent('An animal is being hurt or is in danger')
    await expect.element(row('dusty.k')).toMatchTextContent('Post by dusty.k')
    await expect.element(row('dusty.k')).toMatchTextContent('4 reports')
    await expect.element(row('dusty.k')).toMatchTextContent('By a trusted reporter')
    await expect.element(row('dusty.k')).toMatchTextContent('Urgent')
    await expect.element(row('musa.k')).toMatchTextContent('leila')
    await expect.element(row('musa.k').getByRole('button')).not.toBeInTheDocument()
    const queue = page.getByRole('link', { name: 'Queue 12' })
    await expect.element(queue).toHaveAttribute('aria-current', 'page')
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the first report above the counts, without sideways scrolling, at a width of 390 px', async () => {
    await page.viewport(390, 844)
    show([named('a.person.with.a.long.name.indeed', { takenBy: 'leila' }), named('musa.k')])
    await expect.element(row('musa.k')).toBeVisible()
    await expect.element(page.getByText('38 min')).toBeVisible()
    const topOf = (locator: typeof rows) => locator.element().getBoundingClientRect().top
    expect(topOf(row('musa.k'))).toBeLessThan(topOf(page.getByText('38 min')))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an empty state without pending reports', async () => {
    show([])
    await expect.element(page.getByRole('heading', { name: 'No reports' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an error when loading fails, and loads again on "Try again"', async () => {
    net.on('GET /api/moderation/reports', { status: 500 })
    openDesk('/moderation')
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the reports')
    net.on('GET /api/moderation/reports', { status: 200, body: { reports: [named('musa.k')], cursor: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(row('musa.k')).toBeVisible()
  })

  test('filters by kind, reason and trusted reporters, and stores the filters in the URL', async () => {
    show([named('musa.k')])
    await userEvent.click(page.getByRole('button', { name: 'Comments' }))
    await expect.element(addressText('/moderation?kind=comment')).toBeInTheDocument()
    await userEvent.selectOptions(page.getByLabelText('Reason'), 'Selling animals or a scam')
    await expect.element(addressText('/moderation?kind=comment&reason=selling')).toBeInTheDocument()
    await expect.poll(() => net.requests.at(-1)?.query.get('reason')).toBe('selling')
    await expect.element(page.getByRole('button', { name: 'Comments' })).toHaveAttribute('aria-pressed', 'true')
    const trusted = page.getByRole('button', { name: 'Trusted reporters' })
    await userEvent.click(trusted)
    await expect.element(addressText('/moderation?kind=comment&reason=selling&trusted=1')).toBeInTheDocument()
    await expect.poll(() => net.requests.at(-1)?.query.get('trusted')).toBe('1')
    await userEvent.click(trusted)
    await expect.element(addressText('/moderation?kind=comment&reason=selling')).toBeInTheDocument()
  })

  test.each([
    ['mine', 'mine', '1'],
    ['decided', 'state', 'decided'],
  ])('requests only the reports of the tab “%s”', async (view, name, value) => {
    show([named('musa.k', { state: view === 'mine' ? 'open' : 'upheld' })], `/moderation?view=${view}`)
    await expect.element(row('musa.k')).toBeVisible()
    const request = net.requests.find(({ path }) => path === '/api/moderation/reports')
    expect(request?.query.get(name)).toBe(value)
  })

  test('shows the action and the moderator of decided reports', async () => {
    const decided = { action: 'ban', by: 'moses', at: '2026-11-26T11:00:00.000Z' } as const
    show([named('musa.k', { state: 'upheld', decided })], '/moderation?view=decided')
    await expect.element(page.getByRole('columnheader', { name: 'Decision' })).toBeVisible()
    await expect.element(page.getByText('Account banned, moses')).toBeVisible()
  })

  test('keeps the order on a refetch, marks decided reports, and shows a button for new reports', async () => {
    const [first, second] = [named('first.one'), named('second.one')]
    const queries = show([first, second])
    await expect.element(row('second.one')).toBeVisible()
    const before = row('second.one').element().getBoundingClientRect().top
    net.on('GET /api/moderation/reports', {
      status: 200,
      body: { reports: [named('new.one', { reason: 'cruelty' }), second, named('last.one')], cursor: null },
    })
    await refetchQueue(queries)
    await expect.element(row('first.one')).toMatchTextContent('No longer waiting')
    await expect.element(row('last.one')).toBeVisible()
    await expect.element(row('new.one')).not.toBeInTheDocument()
    const pill = page.getByRole('button', { name: 'Show new reports' })
    await expect.element(pill).toMatchTextContent('1 new')
    expect(Math.abs(row('second.one').element().getBoundingClientRect().top - before)).toBeLessThan(60)
    await userEvent.click(pill)
    await expect.element(row('new.one')).toBeVisible()
    await expect.element(row('first.one')).not.toBeInTheDocument()
  })
})

describe('QueuePage with a stale list', () => {
  const old = /This list is from .+ \d\d:\d\d/

  test('shows the age of the list after a failed refetch, and refetches on request', async () => {
    const queries = show([named('first.one')])
    await expect.element(row('first.one')).toBeVisible()
    await expect.element(page.getByText(old)).not.toBeInTheDocument()
    net.on('GET /api/moderation/reports', errorReply('forbidden', 403))
    await refetchQueue(queries)
    await expect.element(page.getByText(old)).toBeVisible()
    await expect.element(page.getByText('This list may be out of date.', { exact: false })).toBeVisible()
    await expect.element(row('first.one')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
    net.on('GET /api/moderation/reports', { status: 200, body: { reports: [named('second.one')], cursor: null } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(row('second.one')).toBeVisible()
    await expect.element(page.getByText(old)).not.toBeInTheDocument()
  })

  test('shows a warning as soon as the browser is offline, and refetches once it is online again', async () => {
    await page.viewport(390, 844)
    show([named('first.one')])
    await expect.element(row('first.one')).toBeVisible()
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await expect.element(page.getByText(old)).toBeVisible()
    await expect.element(page.getByText('You’re offline. We’ll try again when you’re back.')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await listAxeViolations()).toEqual([])
    net.on('GET /api/moderation/reports', { status: 200, body: { reports: [named('second.one')], cursor: null } })
    network.mockRestore()
    window.dispatchEvent(new Event('online'))
    await expect.element(row('second.one')).toBeVisible()
    await expect.element(page.getByText(old)).not.toBeInTheDocument()
  })
})

describe('shortcuts in the queue', () => {
  test('move the focus with the keys j and k, and open the decision form of the report with the key a', async () => {
    const [first, second] = [named('first.one'), named('second.one')]
    show([first, second])
    await expect.element(row('second.one')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(linkIn('first.one')).toHaveFocus()
    await userEvent.keyboard('jj')
    await expect.element(linkIn('second.one')).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(linkIn('first.one')).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(addressText(`/moderation/${first.id}#act`)).toBeInTheDocument()
  })

  test('assign and unassign a report with the key t', async () => {
    const viewer = aViewer()
    show([named('first.one')])
    await expect.element(row('first.one')).toBeVisible()
    net.on('PUT /api/moderation/reports/*/assignment', { status: 200, body: { takenBy: viewer.username } })
    net.on('DELETE /api/moderation/reports/*/assignment', { status: 200, body: { takenBy: null } })
    net.on('GET /api/moderation/reports', { status: 503 })
    await userEvent.keyboard('jt')
    await expect.element(row('first.one')).toMatchTextContent('You')
    await userEvent.keyboard('t')
    await expect.element(row('first.one').getByRole('button', { name: /^Take it/ })).toBeVisible()
  })

  test('dismiss a report with the key d, focus the next report, and show a button to undo the dismissal', async () => {
    const [first, second] = [named('first.one'), named('second.one')]
    show([first, second])
    await expect.element(row('second.one')).toBeVisible()
    const decision = aDecision({ action: 'dismiss', rule: null })
    net.on('POST /api/moderation/reports/*/decisions', { status: 201, body: { decision, closed: 2 } })
    net.on('POST /api/moderation/decisions/*/undo', { status: 200, body: decision })
    net.on('GET /api/moderation/reports', { status: 200, body: { reports: [second], cursor: null } })
    await userEvent.keyboard('jd')
    await expect.element(row('first.one')).not.toBeInTheDocument()
    await expect.element(linkIn('second.one')).toHaveFocus()
    expect(sentBodies('/decisions')).toEqual([{ action: 'dismiss', note: '' }])
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await expect.element(page.getByText('Undone. It is back in the queue.')).toBeVisible()
    expect(net.sent).toContain(`POST /api/moderation/decisions/${decision.id}/undo`)
  })

  test('are listed in a dialog that opens with ?, and have no effect when the user has disabled them', async () => {
    show([named('first.one')])
    await expect.element(row('first.one')).toBeVisible()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(help.getByText('Nothing wrong: dismiss')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    localStorage.setItem('shortcuts', 'off')
    await userEvent.keyboard('j')
    await expect.element(linkIn('first.one')).not.toHaveFocus()
  })
})

describe('QueuePage with selected reports', () => {
  test('selects reports with the key x, decides them in one call, and keeps only refused ones selected', async () => {
    const lines = [named('first.one'), named('second.one', { kind: 'comment' }), named('third.one')]
    show(lines)
    await expect.element(row('third.one')).toBeVisible()
    await userEvent.keyboard('jx')
    await expect.element(page.getByText('1 selected')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Select all' }))
    await expect.element(page.getByText('3 selected')).toBeVisible()
    await userEvent.keyboard('a')
    const dialog = page.getByRole('dialog', { name: 'Decide about 3 reports' })
    await expect.element(dialog).toBeVisible()
    // Hiding is offered only when all selected reports are about posts.
    await expect.element(dialog.getByRole('radio', { name: /^Hide the post/ })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('radio', { name: /^Take it down/ }))
    await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'No spam')
    expect(await listAxeViolations()).toEqual([])
    const [first, second, third] = lines.map(({ id }) => id)
    const decided = [first, second].map((report) => ({ report, decision: aDecision().id }))
    net.on('POST /api/moderation/decisions', {
      status: 200,
      body: { decided, refused: [{ report: third, code: 'forbidden' }] },
    })
    net.on('GET /api/moderation/reports', { status: 200, body: { reports: [lines[2]], cursor: null } })
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    await expect.element(page.getByText('1 was not decided')).toBeVisible()
    expect(sentBodies('/api/moderation/decisions')).toMatchObject([
      { reports: [first, second, third], action: 'take-down', rule: 'spam' },
    ])
    await userEvent.keyboard('{Escape}')
    await expect.element(row('first.one')).not.toBeInTheDocument()
    await expect.element(page.getByText('1 selected')).toBeVisible()
  })

  test('asks for re-authentication, and then sends the chosen action and note again', async () => {
    show([named('first.one')])
    await userEvent.click(row('first.one').getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: 'Decide' }))
    const dialog = page.getByRole('dialog', { name: 'Decide about 1 report' })
    await userEvent.click(dialog.getByRole('radio', { name: /^Warn/ }))
    await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'No spam')
    await userEvent.fill(dialog.getByLabelText('Note to the person'), 'My own words.')
    net.on('POST /api/moderation/decisions', errorReply('sudo-required', 403, { methods: ['password'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    await userEvent.click(dialog.getByRole('button', { name: 'Decide' }))
    const sudo = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.fill(sudo.getByLabelText('Password', { exact: true }), 'correct horse')
    net.on('POST /api/moderation/decisions', { status: 200, body: { decided: [], refused: [] } })
    await userEvent.click(sudo.getByRole('button', { name: 'Continue' }))
    await expect.element(sudo).not.toBeInTheDocument()
    await expect.poll(() => sentBodies('/api/moderation/decisions').length).toBe(2)
    expect(sentBodies('/api/moderation/decisions')[1]).toMatchObject({ action: 'warn', note: 'My own words.' })
  })
})
