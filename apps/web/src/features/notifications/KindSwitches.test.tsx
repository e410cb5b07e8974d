import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, type Network, network, refusal } from '../../testing/network.ts'
import { pressedBox } from '../../testing/pressed-box.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { KindSwitches } from './KindSwitches.tsx'

let net: Network
const control = () => page.getByRole('switch', { name: 'Likes', exact: true })

beforeEach(() => {
  net = network()
  net.on('GET /api/notifications/settings', { status: 200, body: { off: [] } })
})

test('a kind is switched off at once, never showing the state before it', async () => {
  net.on('PUT /api/notifications/settings/*', held().answer)
  renderApp(<KindSwitches />)
  await expect.element(control()).toBeChecked()
  expect(await pressedBox(control().element())).toBe(false)
})

test('a switch that failed goes back, and that is said', async () => {
  net.on('PUT /api/notifications/settings/*', refusal('unavailable', 503))
  renderApp(<KindSwitches />)
  await userEvent.click(control())
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(control()).toBeChecked()
})
