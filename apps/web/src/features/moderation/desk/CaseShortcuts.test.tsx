import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noteTemplates } from '#i18n/en/by-value/moderation/note-templates.ts'
import { aDecision } from '../../../testing/decision-fixtures.ts'
import type { FakeNetwork } from '../../../testing/fake-network.ts'
import { fakeDeskNetwork, openCase } from '../../../testing/open-desk.tsx'
import { aReportInContext } from '../../../testing/report-fixtures.ts'

let net: FakeNetwork
beforeEach(async () => {
  await page.viewport(1440, 900)
  net = fakeDeskNetwork()
  net.on('POST /api/moderation/reports/*/decisions', { status: 201, body: { decision: aDecision(), closed: 1 } })
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

// Time after which a shortcut may decide a newly shown report.
const PAUSE_MS = 600

const open = (report: ReportDetails, how?: Parameters<typeof openCase>[2]) => openCase(net, report, how)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const actionRadio = (name: RegExp) => page.getByRole('radio', { name })
const addressText = (address: string) => page.getByText(address, { exact: true })
const getDecisionBodies = () => net.requests.filter(({ path }) => path.endsWith('/decisions')).map(({ body }) => body)
const photo = { ...aReportInContext().photos[0], alt: 'A second one' } as ReportDetails['photos'][0]

describe('shortcut d on the page of a report', () => {
  test('dismisses only one report when pressed twice quickly, and a second report after a pause', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const [report, next, last] = [aReportInContext(), aReportInContext(), aReportInContext()]
    open(report, { order: [report.id, next.id, last.id] })
    await expect.element(button('Decide and next')).toBeVisible()
    vi.advanceTimersByTime(PAUSE_MS)
    await userEvent.keyboard('d')
    await expect.element(addressText(`/moderation/${next.id}`)).toBeInTheDocument()
    await expect.element(button('Decide and next')).toBeVisible()
    vi.advanceTimersByTime(PAUSE_MS - 1)
    await userEvent.keyboard('d')
    expect(getDecisionBodies()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await userEvent.keyboard('d')
    await expect.element(addressText(`/moderation/${last.id}`)).toBeInTheDocument()
    expect(getDecisionBodies()).toHaveLength(2)
  })

  test('ignores key repeats while the key is held down', async () => {
    open(aReportInContext())
    await expect.element(button('Decide and next')).toBeVisible()
    const since = performance.now()
    const holdDown = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', repeat: true }))
    await expect.poll(() => holdDown() && performance.now() - since).toBeGreaterThan(700)
    expect(getDecisionBodies()).toEqual([])
  })
})

describe('shortcuts on the page of a report', () => {
  test('unblur all photos with the key s, and blur them again with a second press of s', async () => {
    open(aReportInContext({ photos: [...aReportInContext().photos, photo] }))
    await userEvent.click(button('Show photo 2 of 2'))
    await userEvent.keyboard('s')
    await expect.element(page.getByRole('img', { name: 'Puppies in a box' })).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'A second one' })).toBeVisible()
    await userEvent.keyboard('s')
    await expect.element(page.getByRole('img', { name: 'Puppies in a box' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('img', { name: 'A second one' })).not.toBeInTheDocument()
  })

  test('open the page of the reported public post with the key "o"', async () => {
    open(aReportInContext())
    const opened: string[] = []
    const link = page.getByRole('link', { name: 'Open its page' })
    await expect.element(link).toBeVisible()
    link.element().addEventListener('click', (event) => {
      event.preventDefault()
      opened.push((event.currentTarget as HTMLAnchorElement).pathname)
    })
    await userEvent.keyboard('o')
    expect(opened).toEqual(['/posts/1'])
  })

  test('select an action and its likely rule by digit, and submit the form with Ctrl+Enter in the note', async () => {
    open(aReportInContext())
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('4')
    await expect.element(actionRadio(/^Take it down/)).toBeChecked()
    await expect.element(actionRadio(/^Take it down/)).toHaveFocus()
    await expect.element(page.getByLabelText('Rule')).toHaveValue('selling')
    const note = page.getByLabelText('Note to petz4u')
    await expect.element(note).toHaveValue(noteTemplates.selling)
    await userEvent.click(note)
    await userEvent.keyboard(' Since 2026.{Control>}{Enter}{/Control}')
    await expect
      .poll(getDecisionBodies)
      .toEqual([{ action: 'take-down', rule: 'selling', note: `${noteTemplates.selling} Since 2026.` }])
  })

  test('keep each action’s digit on a report about a user, and ignore an unavailable action’s digit', async () => {
    open(aReportInContext({ kind: 'user' }))
    await expect.element(button('Decide and next')).toBeVisible()
    const choices = page.getByRole('group', { name: 'What happens' })
    await userEvent.keyboard('3')
    await expect.element(page.getByLabelText('Rule')).not.toBeInTheDocument()
    await userEvent.keyboard('7')
    await expect.element(actionRadio(/^Ban the account/)).toBeChecked()
    await expect.element(choices.getByText('7', { exact: true })).toBeVisible()
    await expect.element(choices.getByText('3', { exact: true })).not.toBeInTheDocument()
  })

  test('include the key ? for the shortcut list, and have no effect while that list is open', async () => {
    open(aReportInContext())
    await expect.element(button('Decide and next')).toBeVisible()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(help.getByText('Show all photos, or blur them')).toBeVisible()
    await expect.element(help.getByText('1–7', { exact: true })).toBeVisible()
    // Key 7 selects an action on the page. It must have no effect while the list of shortcuts covers the page.
    await userEvent.keyboard('7')
    await expect.element(actionRadio(/^Ban the account/)).not.toBeChecked()
  })
})

test('DecisionForm preselects no rule for the reason "Something else", and hides the rule in a dismissal', async () => {
  const [statement] = aReportInContext().said
  open(aReportInContext({ said: statement ? [{ ...statement, reason: 'other' }] : [] }))
  await userEvent.click(actionRadio(/^Nothing wrong/))
  await expect.element(page.getByLabelText('Rule')).not.toBeInTheDocument()
  await userEvent.click(actionRadio(/^Warn/))
  await expect.element(page.getByLabelText('Rule')).toHaveValue('')
})
