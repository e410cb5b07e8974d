import { page, userEvent } from 'vitest/browser'
import { LogInPage } from '#features/sign-in/pages/LogInPage.tsx'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { startLogIn } from '#features/sign-in/scripts/send-log-in.ts'
import { type FakeResponse, fakeServer } from './fake-server.ts'
import { renderHtml } from './render-html.tsx'

export const USER = { id: '1', username: 'amina.o', fullname: 'Amina Otieno', image: null, following: ['2'] }

export const who = () => page.getByRole('textbox', { name: 'Username or email' })
export const zipCode = () => page.getByLabelText('Zip code', { exact: true })
export const title = () => page.getByRole('heading', { level: 1 })
export const logIn = () => page.getByRole('button', { name: 'Log In' })

/** Renders the log-in page with its script. Returns the calls it makes. */
export function open(answer: (call: string, sent: unknown) => FakeResponse, query = '') {
  renderHtml(<LogInPage url={new URL(`http://localhost/login${query}`)} mail />)
  startLogIn(requireElement<HTMLFormElement>('[data-form="log-in"]'))
  return fakeServer(answer)
}

export async function tryToLogIn() {
  await userEvent.fill(who(), 'amina.o')
  await userEvent.fill(zipCode(), '00100')
  await userEvent.click(logIn())
}
