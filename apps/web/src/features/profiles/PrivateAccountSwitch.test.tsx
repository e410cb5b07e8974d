import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clickCheckbox } from '../../testing/click-checkbox.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PrivateAccountSwitch } from './PrivateAccountSwitch.tsx'

let net: FakeNetwork
const control = () => page.getByRole('switch', { name: /^Approve followers/ })
const getPutBodies = () => net.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

function showSwitch(isPrivate: boolean, waiting = 0) {
  net = fakeNetwork()
  net.on('GET /api/profile/privacy', { status: 200, body: { isPrivate } })
  net.on('GET /api/follow-requests', { status: 200, body: { requests: [], cursor: null, waiting } })
}

beforeEach(() => showSwitch(false))

describe('PrivateAccountSwitch', () => {
  test("makes the viewer's account private, and explains the effect", async () => {
    net.on('PUT /api/profile/privacy', { status: 200, body: { isPrivate: true } })
    renderApp(<PrivateAccountSwitch />)
    await userEvent.click(control())
    await expect.element(control()).toBeChecked()
    await expect.element(page.getByText('Only followers you accept', { exact: false })).toBeVisible()
    expect(getPutBodies()).toEqual([{ isPrivate: true }])
  })

  test('shows the new state before the server responds, without a flash of the old state', async () => {
    net.on('PUT /api/profile/privacy', deferredReply().answer)
    renderApp(<PrivateAccountSwitch />)
    await expect.element(control()).toBeEnabled()
    expect(await clickCheckbox(control().element())).toBe(true)
  })

  test('ignores the response to a request that was sent before the switch was pressed', async () => {
    const [fetched, saved] = [deferredReply(), deferredReply()]
    net.on('PUT /api/profile/privacy', saved.answer)
    const queries = renderApp(<PrivateAccountSwitch />)
    await expect.element(control()).toBeEnabled()
    net.on('GET /api/profile/privacy', fetched.answer)
    void queries.invalidateQueries({ queryKey: ['privacy'] })
    await userEvent.click(control())
    fetched.give({ status: 200, body: { isPrivate: false } })
    saved.give({ status: 200, body: { isPrivate: true } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(control()).toBeChecked()
  })

  test('reverts and shows an error when the server refuses the change', async () => {
    net.on('PUT /api/profile/privacy', errorReply('unavailable', 503))
    renderApp(<PrivateAccountSwitch />)
    await userEvent.click(control())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    await expect.element(control()).not.toBeChecked()
  })

  test('asks for confirmation before it is turned off while follow requests are pending', async () => {
    showSwitch(true, 3)
    net.on('PUT /api/profile/privacy', { status: 200, body: { isPrivate: false } })
    renderApp(<PrivateAccountSwitch />)
    await expect.element(control()).toBeChecked()
    await userEvent.click(control())
    await expect.element(page.getByText('3 people who asked to follow you', { exact: false })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Stay private' }))
    await expect.element(control()).toBeChecked()
    expect(getPutBodies()).toEqual([])
    await userEvent.click(control())
    await userEvent.click(page.getByRole('button', { name: 'Make public' }))
    await expect.element(control()).not.toBeChecked()
    expect(getPutBodies()).toEqual([{ isPrivate: false }])
  })
})
