import { page, userEvent } from 'vitest/browser'
import { LogInPage } from '#features/sign-in/pages/LogInPage.tsx'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachLogInForm } from '#features/sign-in/scripts/send-log-in.ts'
import { type FakeResponse, fakeServer } from './fake-server.ts'
import { renderHtml } from './render-html.tsx'

export const signedInUser = { id: '1', username: 'amina.o', fullname: 'Amina Otieno', image: null, following: ['2'] }

export const usernameField = () => page.getByRole('textbox', { name: 'Username or email' })
export const zipCodeField = () => page.getByLabelText('Zip code', { exact: true })
export const pageHeading = () => page.getByRole('heading', { level: 1 })
export const logInButton = () => page.getByRole('button', { name: 'Log In' })

/** Renders the log-in page with its script. Returns the API calls of the page. */
export function openLogInPage(answer: (call: string, sent: unknown) => FakeResponse, query = '') {
  renderHtml(<LogInPage url={new URL(`http://localhost/login${query}`)} mail />)
  attachLogInForm(requireElement<HTMLFormElement>('[data-form="log-in"]'))
  return fakeServer(answer)
}

export async function submitLogIn() {
  await userEvent.fill(usernameField(), 'amina.o')
  await userEvent.fill(zipCodeField(), '00100')
  await userEvent.click(logInButton())
}
