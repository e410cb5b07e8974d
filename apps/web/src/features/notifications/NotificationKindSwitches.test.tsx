import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clickCheckbox } from '../../testing/click-checkbox.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { NotificationKindSwitches } from './NotificationKindSwitches.tsx'

let net: FakeNetwork
const control = () => page.getByRole('switch', { name: 'Likes', exact: true })

beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/notifications/settings', { status: 200, body: { off: [] } })
})

describe('NotificationKindSwitches', () => {
  test('turns a kind of notification off before the server responds, without a flash of the old state', async () => {
    net.on('PUT /api/notifications/settings/*', deferredReply().answer)
    renderApp(<NotificationKindSwitches />)
    await expect.element(control()).toBeChecked()
    expect(await clickCheckbox(control().element())).toBe(false)
  })

  test('reverts a switch and shows an error when the server refuses the change', async () => {
    net.on('PUT /api/notifications/settings/*', errorReply('unavailable', 503))
    renderApp(<NotificationKindSwitches />)
    await userEvent.click(control())
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(control()).toBeChecked()
  })

  test('reverts a refused switch change even if the settings cannot be refetched', async () => {
    renderApp(<NotificationKindSwitches />)
    await expect.element(control()).toBeChecked()
    for (const call of ['PUT /api/notifications/settings/*', 'GET /api/notifications/settings'])
      net.on(call, errorReply('unavailable', 503))
    await userEvent.click(control())
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(control()).toBeChecked()
  })

  test('shows the error of a refused switch change even after another switch was pressed', async () => {
    const refused = deferredReply()
    net.on('PUT /api/notifications/settings/like', refused.answer)
    net.on('PUT /api/notifications/settings/comment', { status: 200, body: { off: ['comment'] } })
    renderApp(<NotificationKindSwitches />)
    await userEvent.click(control())
    await userEvent.click(page.getByRole('switch', { name: 'Comments on your posts', exact: true }))
    refused.give(errorReply('unavailable', 503))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    await expect.element(control()).toBeChecked()
    await expect.element(page.getByRole('switch', { name: 'Comments on your posts', exact: true })).not.toBeChecked()
  })

  test('does not overwrite a newer change with the settings that are refetched after an error', async () => {
    const [refused, late] = [deferredReply(), deferredReply()]
    const lists = [late.answer]
    net.on('PUT /api/notifications/settings/like', refused.answer)
    net.on('PUT /api/notifications/settings/comment', { status: 200, body: { off: ['comment'] } })
    renderApp(<NotificationKindSwitches />)
    await userEvent.click(control())
    const comments = page.getByRole('switch', { name: 'Comments on your posts', exact: true })
    await userEvent.click(comments)
    net.on('GET /api/notifications/settings', () => lists.shift()?.() ?? { status: 200, body: { off: ['comment'] } })
    refused.give(errorReply('unavailable', 503))
    await expect.element(control()).toBeChecked()
    late.give({ status: 200, body: { off: [] } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(comments).not.toBeChecked()
  })
})
