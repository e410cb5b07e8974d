import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { viewerQuery } from '#shell/viewer.ts'
import { axeViolations } from '../../testing/axe.ts'
import { aViewer } from '../../testing/given.ts'
import { type Network, network, refusal } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AgeQuestion } from './AgeQuestion.tsx'

let net: Network
beforeEach(() => {
  net = network()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const ask = () => renderApp(<AgeQuestion />, { viewer: { ...aViewer(), ageUntold: true } })

test('nothing is chosen for anybody, and Esc leaves the question where it is', async () => {
  ask()
  await expect.element(page.getByRole('dialog', { name: 'How old are you?' })).toBeVisible()
  await expect.element(button('Go on')).toBeDisabled()
  await expect.element(button('Log Out')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await userEvent.click(radio('13 to 17'))
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'How old are you?' })).toBeVisible()
  await expect.element(radio('13 to 17')).toBeChecked()
})

test('an answer that was not saved can be given again', async () => {
  net.on('PUT /api/account/age', refusal('unavailable', 503))
  const queries = ask()
  await userEvent.click(radio('18 or older'))
  await userEvent.click(button('Go on'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your answer was not saved')
  expect(await axeViolations()).toEqual([])
  net.on('PUT /api/account/age', { status: 200, body: { band: '18-or-older' } })
  await userEvent.click(button('Go on'))
  await expect.poll(() => queries.getQueryData(viewerQuery().queryKey)).not.toHaveProperty('ageUntold')
  expect(net.requests.map(({ body }) => body)).toEqual([{ band: '18-or-older' }, { band: '18-or-older' }])
})

test('a child is told first, and nothing is sent until they say so', async () => {
  ask()
  await userEvent.click(radio('Under 13'))
  await userEvent.click(button('Go on'))
  await expect.element(page.getByRole('dialog', { name: 'You need to be 13' })).toBeVisible()
  await expect.element(button('Back')).toHaveFocus()
  expect(await axeViolations()).toEqual([])
  expect(net.requests).toEqual([])
  net.on('PUT /api/account/age', refusal('unavailable', 503))
  await userEvent.click(button('Erase my account'))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your account was not erased')
  await userEvent.click(button('Back'))
  await expect.element(radio('Under 13')).toHaveFocus()
})
