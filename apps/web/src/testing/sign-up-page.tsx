import { page, userEvent } from 'vitest/browser'
import { SignUpPage } from '#features/sign-in/pages/SignUpPage.tsx'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { attachRevealButton } from '#features/sign-in/scripts/reveal-zip-code.ts'
import { attachSignUpForm } from '#features/sign-in/scripts/send-sign-up.ts'
import { type FakeResponse, fakeServer } from './fake-server.ts'
import { renderHtml } from './render-html.tsx'

export const SIGN_UP_INPUT = {
  'Full name': 'Amina Otieno',
  Username: 'amina.o',
  Email: 'amina@example.com',
  'Zip code': '00100',
}

export const signUpTextField = (label: string) => page.getByRole('textbox', { name: label, exact: true })
export const zipCodeInput = () => page.getByLabelText('Zip code', { exact: true })

const adults = <SignUpPage url={new URL('http://localhost/signup')} />

/**
 * Renders a sign-up page; by default the page for adults. `onSignUp` returns the response to a submitted form.
 * Responses to username checks wait for `checkDelay`. Every username except "taken" is free.
 */
export function openSignUp(onSignUp: (sent: unknown) => FakeResponse, checkDelay = Promise.resolve(), form = adults) {
  renderHtml(form)
  attachSignUpForm(requireElement<HTMLFormElement>('form'))
  attachRevealButton(requireElement('[data-reveal]'))
  return fakeServer(async (call, sent) => {
    if (call === 'POST /users') return onSignUp(sent)
    await checkDelay
    const name = decodeURIComponent(call.split('/').at(-1)?.split('?')[0] ?? '')
    const isTaken = name === 'taken'
    const suggestions = isTaken ? ['amina.otieno', 'aminaotieno'] : []
    return { body: { name, free: !isTaken, reason: isTaken ? 'That username is taken.' : null, suggestions } }
  })
}

export async function fillAndSubmit() {
  for (const [label, text] of Object.entries(SIGN_UP_INPUT)) {
    await userEvent.fill(label === 'Zip code' ? zipCodeInput() : signUpTextField(label), text)
  }
  await userEvent.click(page.getByRole('button', { name: 'Create my account' }))
}
