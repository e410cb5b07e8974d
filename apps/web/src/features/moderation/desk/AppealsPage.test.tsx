import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { aDecision, anAppeal } from '../../../testing/decision-fixtures.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { anId } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aQueueSummary } from '../../../testing/report-fixtures.ts'
import { AppealsPage } from './AppealsPage.tsx'
import { DeskUndoProvider } from './undo/DeskUndoProvider.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/moderation/summary', { status: 200, body: aQueueSummary() })
})

const anAppealOf = (username: string, mine = false) => ({
  decision: aDecision({ appeal: anAppeal() }),
  report: anId(),
  username,
  mine,
})

function show(appeals: ReturnType<typeof anAppealOf>[]) {
  net.on('GET /api/moderation/appeals', { status: 200, body: { appeals } })
  renderApp(
    <DeskUndoProvider>
      <AppealsPage />
    </DeskUndoProvider>,
  )
}

const appeal = (name: string) => page.getByRole('region', { name: `Appeal of ${name}` })
const getJudgements = () => net.requests.filter(({ path }) => path.endsWith('/judgement')).map(({ body }) => body)

describe('AppealsPage', () => {
  test('shows an appeal with its decision, but shows no buttons to the moderator who made the decision', async () => {
    show([anAppealOf('petz4u'), anAppealOf('musa.k', true)])
    await expect.element(appeal('petz4u').getByText('They are not for sale.')).toBeVisible()
    await expect.element(appeal('petz4u').getByText('Taken down')).toBeVisible()
    await expect.element(appeal('petz4u').getByRole('link', { name: 'Open the report' })).toBeVisible()
    await expect.element(appeal('musa.k').getByText('You decided this.', { exact: false })).toBeVisible()
    await expect.element(appeal('musa.k').getByRole('button')).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('sends the outcome and the note of an appeal after re-authentication', async () => {
    show([anAppealOf('petz4u')])
    await userEvent.fill(page.getByLabelText('Note to petz4u (optional)'), 'You are right.')
    net.on('POST /api/moderation/decisions/*/judgement', errorReply('sudo-required', 403, { methods: ['password'] }))
    await userEvent.click(page.getByRole('button', { name: 'They are right: undo it' }))
    const sudo = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await userEvent.fill(sudo.getByLabelText('Password', { exact: true }), 'correct horse')
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-26T12:00:00.000Z' } })
    net.on('POST /api/moderation/decisions/*/judgement', { status: 200, body: aDecision() })
    net.on('GET /api/moderation/appeals', { status: 200, body: { appeals: [] } })
    await userEvent.click(sudo.getByRole('button', { name: 'Continue' }))
    await expect.element(page.getByText('Judged: the decision is undone')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'No appeals' })).toBeVisible()
    expect(getJudgements().at(-1)).toEqual({ outcome: 'overturned', note: 'You are right.' })
  })

  test('shows an error and retains the note when the request to judge an appeal fails', async () => {
    show([anAppealOf('petz4u')])
    await userEvent.fill(page.getByLabelText('Note to petz4u (optional)'), 'It stays.')
    net.on('POST /api/moderation/decisions/*/judgement', errorReply('unavailable', 503))
    await userEvent.click(page.getByRole('button', { name: 'The decision stays' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The appeal was not judged')
    await expect.element(page.getByLabelText('Note to petz4u (optional)')).toHaveValue('It stays.')
  })

  test('moves the focus between appeals with the keys j and k, and to an appeal’s note with the key a', async () => {
    show([anAppealOf('petz4u'), anAppealOf('musa.k')])
    await expect.element(appeal('musa.k')).toBeVisible()
    await userEvent.keyboard('jj')
    await expect.element(appeal('musa.k')).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(appeal('petz4u')).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(page.getByLabelText('Note to petz4u (optional)')).toHaveFocus()
  })
})
