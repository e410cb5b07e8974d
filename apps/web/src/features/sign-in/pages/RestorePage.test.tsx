import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachRestoreForm } from '#features/sign-in/scripts/send-restore.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorResponse, type FakeResponse, fakeServer } from '../../../testing/fake-server.ts'
import { recordedNavigations } from '../../../testing/recorded-navigations.ts'
import { renderHtml } from '../../../testing/render-html.tsx'
import { RestorePage } from './RestorePage.tsx'

const nameField = () => page.getByRole('textbox', { name: 'Username or email' })
const secret = () => page.getByLabelText('Zip code, password or recovery code', { exact: true })
const restore = () => page.getByRole('button', { name: 'Get it back' })

beforeEach(() => {
  sessionStorage.clear()
})

function open(token = '', search = '') {
  renderHtml(<RestorePage url={new URL(`http://localhost/restore${search}`)} />)
  attachRestoreForm(requireElement<HTMLFormElement>('form'), token)
}

async function send(answer: FakeResponse | ((path: string, sent: unknown) => FakeResponse), typed = '00100') {
  open()
  const calls = fakeServer((path, sent) => (typeof answer === 'function' ? answer(path, sent) : answer))
  await userEvent.fill(nameField(), 'amina.o')
  await userEvent.fill(secret(), typed)
  await userEvent.click(restore())
  return calls
}

describe('account restore page', () => {
  test('restores a deleted account with its zip code, and opens the log-in page', async () => {
    const calls = await send({ body: { username: 'amina.o' } })
    await expect.poll(() => recordedNavigations).toEqual(['/login?username=amina.o&restored=1'])
    const sent = { usernameOrEmail: 'amina.o', zipcode: '00100' }
    expect(calls).toEqual([{ call: 'POST /api/account/restore', sent }])
  })

  test('resends the typed text as a recovery code when the server refuses it as a zip code', async () => {
    const calls = await send(errorResponse(403, 'wrong-secret'), '7k2qd m0xrb')
    await expect.element(page.getByRole('alert')).toMatchTextContent('No account deleted')
    expect(calls.map(({ sent }) => sent)).toEqual([
      { usernameOrEmail: 'amina.o', zipcode: '7k2qd m0xrb' },
      { usernameOrEmail: 'amina.o', recoveryCode: '7k2qd m0xrb' },
    ])
  })

  test('hides the fields when opened by a mailed link, and sends the token of the link', async () => {
    open('a-token')
    const calls = fakeServer(() => errorResponse(410, 'link-expired'))
    await expect.element(page.getByLabelText('Username or email')).not.toBeVisible()
    await userEvent.click(restore())
    await expect.element(page.getByRole('alert')).toMatchTextContent('This link was used before')
    expect(calls.map(({ sent }) => sent)).toEqual([{ token: 'a-token' }])
  })

  test.each([
    ['a wrong zip code', errorResponse(403, 'wrong-secret'), 'No account deleted'],
    [
      'too many tries',
      { ...errorResponse(429, 'too-many-attempts'), headers: { 'retry-after': '720' } },
      'in 12 minutes.',
    ],
    ['an unavailable server', errorResponse(503, 'unavailable'), 'We could not bring your account back.'],
  ] as const)('shows an error for %s, and keeps the typed text', async (_, answer, message) => {
    await send(answer)
    await expect.element(page.getByRole('alert')).toMatchTextContent(message)
    await expect.element(nameField()).toHaveValue('amina.o')
    await expect.element(secret()).toHaveValue('00100')
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the deadline from `?until=`, and ignores an invalid date', async () => {
    open('', '?until=2026-12-26')
    await expect.element(page.getByText(/until 26 December 2026\.$/)).toBeVisible()
    open('', '?until=%3Cb%3E')
    await expect.element(page.getByText('Your account was deleted.')).not.toBeInTheDocument()
  })
})
