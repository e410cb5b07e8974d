import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { StatementWithPhotos } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageErrorBoundary } from '#shell/navigation/PageErrorBoundary.tsx'
import { listAxeViolations } from '../../../testing/axe.ts'
import { anAppeal, aStatement } from '../../../testing/decision-fixtures.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { anId } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { DecisionsPage } from './DecisionsPage.tsx'
import { StatementPage } from './StatementPage.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  localStorage.clear()
})

const field = page.getByLabelText('Why should we look at it again?')
const sendAppeal = page.getByRole('button', { name: 'Send appeal' })

const at = (path: string, element: ReactNode) => (
  <PageErrorBoundary view="one">
    <Routes>
      <Route path={path} element={element} />
    </Routes>
  </PageErrorBoundary>
)

function open(statement: StatementWithPhotos, more: Parameters<typeof renderApp>[1] = {}) {
  net.on('GET /api/decisions/*', { status: 200, body: statement })
  return renderApp(at('/decisions/:id', <StatementPage />), { at: `/decisions/${statement.id}`, ...more })
}

describe('StatementPage', () => {
  test('shows the decision, the affected content, the rule, and that a human made the decision', async () => {
    open(aStatement())
    await expect.element(page.getByRole('heading', { name: 'Taken down' })).toBeVisible()
    await expect.element(page.getByText('Puppies, cheap')).toBeVisible()
    const rule = page.getByRole('link', { name: 'No selling of animals, no scams' })
    await expect.element(rule).toHaveAttribute('href', '/rules#selling')
    await expect.element(page.getByText('Please do not sell animals here.')).toBeVisible()
    await expect.element(page.getByText('A person decided this.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('You can appeal once, until 19 May 2027.', { exact: false })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the affected photos, and gives a photo without a description a general alt text', async () => {
    const photo = { width: 900, height: 700 }
    const photos = [
      { ...photo, id: anId<PhotoId>(), alt: 'A gate' },
      { ...photo, id: anId<PhotoId>(), alt: '' },
    ]
    const statement = aStatement({ photos })
    open(statement)
    const shown = page.getByRole('list', { name: 'Photos' }).getByRole('img')
    await expect.element(shown.first()).toHaveAttribute('alt', 'A gate')
    await expect.element(shown.nth(1)).toHaveAttribute('alt', 'Your photo')
    const address = `/api/decisions/${statement.id}/photos/${photos[0]?.id}`
    await expect.element(shown.first()).toHaveAttribute('src', address)
  })

  test('shows a visitor the end date of a suspension, and that the decision was automated', async () => {
    open(aStatement({ action: 'suspend', until: '2031-01-02T12:00:00.000Z', automated: true, kind: 'user' }), {
      viewer: null,
    })
    await expect.element(page.getByRole('heading', { name: 'Account suspended' })).toBeVisible()
    await expect.element(page.getByText('2 January 2031')).toBeVisible()
    await expect.element(page.getByText('Decided automatically.', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('main')).toMatchTextContent('Your profile')
  })

  test('asks a visitor to log in when the server answers 401', async () => {
    const { id } = aStatement()
    net.on('GET /api/decisions/*', errorReply('unauthenticated', 401))
    renderApp(at('/decisions/:id', <StatementPage />), { at: `/decisions/${id}`, viewer: null })
    const logIn = page.getByRole('main').getByRole('link', { name: 'Log In' })
    await expect.element(logIn).toHaveAttribute('href', `/login?next=%2Fdecisions%2F${id}`)
  })

  test('shows "not found" for a decision about another user', async () => {
    net.on('GET /api/decisions/*', errorReply('not-found', 404))
    renderApp(at('/decisions/:id', <StatementPage />), { at: '/decisions/1' })
    await expect.element(page.getByText('Page not found')).toBeVisible()
  })

  test('shows an error when loading fails, and loads again on "Try again"', async () => {
    net.on('GET /api/decisions/*', { status: 500 })
    const statement = aStatement()
    renderApp(at('/decisions/:id', <StatementPage />), { at: `/decisions/${statement.id}` })
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load this decision')
    net.on('GET /api/decisions/*', { status: 200, body: statement })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(page.getByRole('heading', { name: 'Taken down' })).toBeVisible()
  })

  test('shows that the decision was undone, and offers no appeal', async () => {
    open(aStatement({ undoneAt: '2026-11-22T10:00:00.000Z', appealUntil: null }))
    await expect
      .element(page.getByText('This decision was undone on 22 November 2026.', { exact: false }))
      .toBeVisible()
    await expect.element(page.getByText('Nobody sees it any more.', { exact: false })).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Appeal' })).not.toBeInTheDocument()
  })
})

describe('appeal form on StatementPage', () => {
  test('requires a text, sends it only once when submitted twice, and then shows the appeal as pending', async () => {
    const statement = aStatement()
    open(statement)
    await userEvent.click(sendAppeal)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription('Tell us why we should look at it again.')
    await userEvent.fill(field, 'They are not for sale.')
    const answer = deferredReply()
    net.on('POST /api/decisions/*/appeal', answer.answer)
    await userEvent.click(sendAppeal)
    await userEvent.click(page.getByRole('button', { name: 'Sending…' }), { force: true })
    answer.give({ status: 200, body: { ...statement, appealUntil: null, appeal: anAppeal() } })
    await expect.element(page.getByText('Another moderator will read your appeal.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('They are not for sale.')).toBeVisible()
    expect(net.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { text: 'They are not for sale.' },
    ])
    expect(await listAxeViolations()).toEqual([])
  })

  test('retains the text after a failure, and stores it in localStorage for a later visit', async () => {
    open(aStatement())
    await userEvent.fill(field, 'A neighbour wrote that.')
    net.on('POST /api/decisions/*/appeal', errorReply('unavailable', 503))
    await userEvent.click(sendAppeal)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The appeal was not sent')
    await expect.element(page.getByRole('alert')).toMatchTextContent('What you wrote is still here.')
    await expect.element(field).toHaveValue('A neighbour wrote that.')
    expect(localStorage.getItem('half-written')).toContain('A neighbour wrote that.')
  })

  test.each([
    ['upheld', 'The decision stays.'],
    ['overturned', 'You were right, and the decision is undone.'],
  ] as const)("shows that the decision was %s on appeal, with the moderator's note", async (outcome, words) => {
    const judgement = { outcome, note: 'We looked at it together.', judgedAt: '2026-11-23T10:00:00.000Z' }
    open(aStatement({ appealUntil: null, appeal: anAppeal(judgement) }))
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expect.element(page.getByText('We looked at it together.')).toBeVisible()
  })

  test('is hidden after the deadline', async () => {
    open(aStatement({ appealUntil: null }))
    await expect.element(page.getByText('The time for an appeal is over.')).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
  })
})

describe('DecisionsPage', () => {
  const list = (statements: StatementWithPhotos[]) => {
    net.on('GET /api/decisions', { status: 200, body: { statements } })
    renderApp(<DecisionsPage />)
  }

  test('shows each decision with a link, and whether it is appealed or undone', async () => {
    const pendingStatement = aStatement({ appeal: anAppeal() })
    list([pendingStatement, aStatement({ action: 'warn', kind: 'comment', undoneAt: '2026-11-22T10:00:00.000Z' })])
    const first = page.getByRole('link', { name: /Taken down/ })
    await expect.element(first).toHaveAttribute('href', `/decisions/${pendingStatement.id}`)
    await expect.element(first).toMatchTextContent('Appeal sent')
    await expect.element(page.getByRole('link', { name: /Warning/ })).toMatchTextContent('Undone')
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an empty state with a link to the rules when there are no decisions', async () => {
    list([])
    await expect.element(page.getByRole('heading', { name: 'No decisions about you' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Read the rules' })).toHaveAttribute('href', '/rules')
    expect(await listAxeViolations()).toEqual([])
  })
})
