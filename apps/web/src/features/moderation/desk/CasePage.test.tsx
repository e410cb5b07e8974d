import type { PhotoId, ReportId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { aDecision } from '../../../testing/decision-fixtures.ts'
import { errorReply, type FakeNetwork } from '../../../testing/fake-network.ts'
import { anId } from '../../../testing/fixtures.ts'
import { fakeDeskNetwork, openCase } from '../../../testing/open-desk.tsx'
import { aQueuedReport, aReportInContext } from '../../../testing/report-fixtures.ts'

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
})
afterEach(() => localStorage.clear())

const open = (report: ReportDetails, how?: Parameters<typeof openCase>[2]) => openCase(net, report, how)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const actionRadio = (name: RegExp) => page.getByRole('radio', { name })
const addressText = (address: string) => page.getByText(address, { exact: true })
const decided = { status: 201, body: { decision: aDecision(), closed: 1 } }
const getDecisionBodies = () => net.requests.filter(({ path }) => path.endsWith('/decisions')).map(({ body }) => body)

describe('CasePage', () => {
  test('shows the current and reported text, reporters, owner, notes and earlier decisions', async () => {
    const other = aQueuedReport({ kind: 'comment', excerpt: 'Buy two' })
    open(
      aReportInContext({
        alsoReported: [other],
        notes: [{ by: 'leila', text: 'I know this seller.', at: '2026-11-26T11:00:00.000Z' }],
        decisions: [aDecision({ action: 'warn', by: 'leila' })],
      }),
    )
    await expect.element(page.getByRole('heading', { name: 'Post by petz4u' })).toBeInTheDocument()
    await expect.element(page.getByText('Nothing to see')).toBeVisible()
    await expect.element(page.getByText('Puppies, cheap')).toBeVisible()
    await expect.element(page.getByText('They ask for money first.')).toBeVisible()
    await expect.element(page.getByText('anna, 3 of their reports were right, 1 was not')).toBeVisible()
    await expect.element(page.getByText('Joined 1 March 2025, 212 posts, 1 earlier report was right')).toBeVisible()
    await expect.element(page.getByText('I know this seller.')).toBeVisible()
    await expect.element(page.getByText('Warning')).toBeVisible()
    const otherReportLink = page.getByRole('link', { name: /Comment by petz4u/ })
    await expect.element(otherReportLink).toHaveAttribute('href', `/moderation/${other.id}`)
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows each photo blurred until it is opened, and blurs it again on request', async () => {
    const report = aReportInContext()
    open(report)
    const show = button('Show photo 1 of 1')
    await expect.element(show).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Puppies in a box' })).not.toBeInTheDocument()
    await userEvent.click(show)
    const photo = page.getByRole('img', { name: 'Puppies in a box' })
    const [{ id } = { id: '' }] = report.photos
    await expect.element(photo).toHaveAttribute('src', `/api/moderation/reports/${report.id}/photos/${id}`)
    await userEvent.click(button('Blur photo 1 of 1'))
    await expect.element(photo).not.toBeInTheDocument()
  })

  test('states that views of private content are logged, and shows no link to the content', async () => {
    open(aReportInContext({ isPublic: false }))
    await expect.element(page.getByText('Not public. We logged that you opened it.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Open its page' })).not.toBeInTheDocument()
  })

  test('shows deleted content as it was reported, and states that it was deleted', async () => {
    open(aReportInContext({ isGone: true, isPublic: false, address: null }))
    await expect.element(page.getByText('Deleted later.', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Text when reported' })).toBeInTheDocument()
    await expect.element(page.getByText('As it was reported', { exact: false })).not.toBeInTheDocument()
  })

  test("shows the post, the parent comment and the author's suspension for a reported comment", async () => {
    const { owner } = aReportInContext()
    const under = { post: { by: 'host', words: 'A kite' }, answers: { by: 'anna', words: 'Whose is it?' } }
    const until = '2026-12-04T10:00:00.000Z'
    open(
      aReportInContext({
        kind: 'comment',
        under,
        owner: owner && { ...owner, standing: { state: 'suspended', until } },
      }),
    )
    await expect.element(page.getByText('Reply to anna:')).toBeVisible()
    await expect.element(page.getByText('Whose is it?')).toBeVisible()
    await expect.element(page.getByText('Under the post by host:')).toBeVisible()
    await expect.element(page.getByText('Suspended until 4 December 2026')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows a photo that was removed after the report, with a note about the removal', async () => {
    const [photo] = aReportInContext().photos
    open(
      aReportInContext({
        photos: photo ? [photo, { ...photo, id: anId<PhotoId>(), alt: 'A price', wasTakenOut: true }] : [],
      }),
    )
    await expect.element(page.getByText('As it was reported. It was changed or removed later.')).toBeVisible()
    await userEvent.click(button('Show photo 2 of 2'))
    await expect.element(page.getByAltText('A price')).toBeInTheDocument()
  })

  test('hides the reported text when it differs from the current text only in whitespace', async () => {
    const [statement] = aReportInContext().said
    const record = { upheld: 1, dismissed: 2 }
    const by = statement?.by ? { ...statement.by, record } : null
    open(aReportInContext({ words: 'Puppies,\ncheap ', said: statement ? [{ ...statement, by }] : [] }))
    await expect.element(page.getByText('1 of their reports was right, 2 were not', { exact: false })).toBeVisible()
    await expect.element(page.getByText('They saw:')).not.toBeInTheDocument()
  })

  test('states that a photo removal request came from a person without an account', async () => {
    const [statement] = aReportInContext().said
    open(aReportInContext({ said: statement ? [{ ...statement, form: 'me', by: null }] : [] }))
    await expect.element(page.getByText('Sent without an account', { exact: false })).toBeVisible()
  })

  test('mutes and later unmutes a reporter of unfounded reports after re-authentication', async () => {
    const [first] = aReportInContext().said
    const by = { id: anId<UserId>(), username: 'ben', record: { upheld: 0, dismissed: 9 }, muted: false }
    const report = anId<ReportId>()
    open(aReportInContext({ said: first ? [first, { ...first, id: report, by }] : [] }))
    const path = `/api/moderation/reports/${report}/mute`
    net.on(`PUT ${path}`, errorReply('sudo-required', 403, { methods: ['password'] }))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    const mute = button('Mute their reports: ben')
    const help = 'If you mute someone, their reports stay out of the queue for 90 days. They are not told.'
    await expect.element(mute).toHaveAccessibleDescription(help)
    await expect.element(page.getByText(help)).toBeVisible()
    await userEvent.click(mute)
    const sudo = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.fill(sudo.getByLabelText('Password', { exact: true }), 'correct horse')
    net.on(`PUT ${path}`, { status: 200, body: { muted: true } })
    await userEvent.click(sudo.getByRole('button', { name: 'Continue' }))
    await expect.element(button('Unmute their reports: ben')).toBeVisible()
    await expect.element(page.getByText('ben, 0 of their reports were right, 9 were not. Muted')).toBeVisible()
    await expect.element(button('Mute their reports: anna')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    net.on(`DELETE ${path}`, { status: 200, body: { muted: false } })
    await userEvent.click(button('Unmute their reports: ben'))
    await expect.element(mute).toBeVisible()
    await expect.element(page.getByText('Unmuted. Their reports appear in the queue again.')).toBeVisible()
  })

  test('shows an error when muting a reporter fails', async () => {
    open(aReportInContext())
    await userEvent.click(button('Mute their reports: anna'))
    await expect.element(page.getByText('That did not work')).toBeVisible()
    await expect.element(button('Mute their reports: anna')).toBeVisible()
  })

  test('does not scroll sideways at a width of 390 px', async () => {
    await page.viewport(390, 844)
    open(aReportInContext({ words: 'w'.repeat(300), decisions: [aDecision()] }))
    await expect.element(button('Decide and next')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await listAxeViolations()).toEqual([])
  })

  test('adds a note for other moderators, and retains its text when the request fails', async () => {
    open(aReportInContext())
    const note = page.getByLabelText('New note')
    await userEvent.fill(note, 'Wait for the owner.')
    net.on('POST /api/moderation/reports/*/notes', errorReply('unavailable', 503))
    await userEvent.click(button('Add note'))
    await expect.element(page.getByText('The note was not added')).toBeVisible()
    await expect.element(note).toHaveValue('Wait for the owner.')
    const body = { by: 'amina', text: 'Wait for the owner.', at: '2026-11-26T11:00:00.000Z' }
    net.on('POST /api/moderation/reports/*/notes', { status: 201, body })
    await userEvent.click(button('Add note'))
    await expect.element(note).toHaveValue('')
    await expect.element(page.getByText('Wait for the owner.')).toBeVisible()
  })

  test('shows an undo button instead of the form when the report is decided', async () => {
    const decision = aDecision()
    const report = aReportInContext({ state: 'upheld', decisions: [decision] })
    open(report)
    await expect.element(page.getByText('This is decided.', { exact: false })).toBeVisible()
    await expect.element(button('Decide and next')).not.toBeInTheDocument()
    net.on('POST /api/moderation/decisions/*/undo', { status: 200, body: decision })
    net.on('GET /api/moderation/reports/*', { status: 200, body: { ...report, state: 'open', decisions: [] } })
    await userEvent.click(button('Undo: Taken down'))
    await expect.element(page.getByText('Undone. It is back in the queue.')).toBeVisible()
    await expect.element(button('Decide and next')).toBeVisible()
  })
})

describe('DecisionForm', () => {
  test('requires an action, the end of a suspension and a rule, and prefills the note from the rule', async () => {
    const [statement] = aReportInContext().said
    open(aReportInContext({ said: statement ? [{ ...statement, reason: 'other' }] : [] }))
    await userEvent.click(button('Decide and next'))
    await expect.element(page.getByText('Choose what happens.')).toBeVisible()
    await userEvent.click(actionRadio(/^Suspend the account/))
    await userEvent.click(button('Decide and next'))
    await expect.element(page.getByText('Choose until when.')).toBeVisible()
    await userEvent.click(page.getByRole('radio', { name: '7 days' }))
    await userEvent.click(button('Decide and next'))
    await expect.element(page.getByText('Choose the rule that was broken.')).toBeVisible()
    await userEvent.selectOptions(page.getByLabelText('Rule'), 'No selling of animals, no scams')
    const note = page.getByLabelText('Note to petz4u')
    await expect.element(note).toHaveValue(noteTemplates.selling)
    expect(await listAxeViolations()).toEqual([])
    await userEvent.fill(note, 'Please stop.')
    net.on('POST /api/moderation/reports/*/decisions', decided)
    await userEvent.click(button('Decide and next'))
    await expect.poll(getDecisionBodies).toMatchObject([{ action: 'suspend', rule: 'selling', note: 'Please stop.' }])
  })

  test('opens the next report after a decision, and the queue after the last report', async () => {
    const [report, next] = [aReportInContext(), aReportInContext()]
    open(report, { order: [report.id, next.id] })
    net.on('POST /api/moderation/reports/*/decisions', decided)
    await userEvent.click(actionRadio(/^Nothing wrong/))
    await userEvent.click(button('Decide and next'))
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    await expect.element(page.getByText('Nothing was wrong: post by petz4u')).toBeVisible()
    await expect.element(actionRadio(/^Nothing wrong/)).not.toBeChecked()
    const last = page.getByRole('heading', { name: 'The queue' })
    // Presses repeatedly, because the page ignores the key for 600 ms after the next report appears.
    await expect.poll(() => userEvent.keyboard('d').then(() => last.query())).not.toBeNull()
  })

  test('retains the input after a 403 response, and states that another moderator must decide', async () => {
    open(aReportInContext())
    await userEvent.click(actionRadio(/^Warn/))
    await userEvent.selectOptions(page.getByLabelText('Rule'), 'No spam')
    net.on('POST /api/moderation/reports/*/decisions', errorReply('forbidden', 403))
    await userEvent.click(button('Decide and next'))
    await expect.element(page.getByRole('alert').getByText('That did not work')).toBeVisible()
    await expect.element(page.getByText('You can’t decide about your own', { exact: false })).toBeVisible()
    await expect.element(actionRadio(/^Warn/)).toBeChecked()
  })

  test('retains the input when re-authentication is cancelled, and sends the decision after it succeeds', async () => {
    open(aReportInContext())
    await userEvent.click(actionRadio(/^Warn/))
    await userEvent.selectOptions(page.getByLabelText('Rule'), 'No spam')
    await userEvent.fill(page.getByLabelText('Note to petz4u'), 'In my words.')
    net.on('POST /api/moderation/reports/*/decisions', errorReply('sudo-required', 403, { methods: ['password'] }))
    await userEvent.click(button('Decide and next'))
    const sudo = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.click(sudo.getByRole('button', { name: 'Cancel' }))
    await expect.element(sudo).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Note to petz4u')).toHaveValue('In my words.')
    await userEvent.click(button('Decide and next'))
    await userEvent.fill(sudo.getByLabelText('Password', { exact: true }), 'correct horse')
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    net.on('POST /api/moderation/reports/*/decisions', decided)
    await userEvent.click(sudo.getByRole('button', { name: 'Continue' }))
    await expect.poll(() => getDecisionBodies().length).toBe(3)
    expect(getDecisionBodies()[2]).toEqual({ action: 'warn', rule: 'spam', note: 'In my words.' })
  })
})

describe('CasePage with shortcuts and URL hash', () => {
  test('opens the next and the previous report with the keys j and k, and the queue with the key u', async () => {
    const [before, report, after] = [aReportInContext(), aReportInContext(), aReportInContext()]
    open(report, { order: [before.id, report.id, after.id] })
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(addressText(`/moderation/${after.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(addressText(`/moderation/${report.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('u')
    await expect.element(page.getByRole('heading', { name: 'The queue' })).toBeVisible()
  })

  test('focuses the decision form with the key a, and assigns or unassigns the report with the key t', async () => {
    open(aReportInContext())
    await expect.element(page.getByText('With nobody')).toBeVisible()
    net.on('PUT /api/moderation/reports/*/assignment', { status: 200, body: { takenBy: 'amina' } })
    net.on('DELETE /api/moderation/reports/*/assignment', { status: 200, body: { takenBy: null } })
    await userEvent.keyboard('t')
    await expect.element(page.getByText('With you')).toBeVisible()
    await userEvent.keyboard('a')
    await expect.element(actionRadio(/^Nothing wrong/)).toHaveFocus()
    await userEvent.keyboard('t')
    await expect.element(page.getByText('With nobody')).toBeVisible()
  })

  test('focuses the decision form when the URL ends with #act', async () => {
    open(aReportInContext(), { hash: '#act' })
    await expect.element(actionRadio(/^Nothing wrong/)).toHaveFocus()
  })
})
