import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clickCheckbox } from '../../testing/click-checkbox.ts'
import { deferredReply, type FakeNetwork, fakeNetwork, refusal } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { PrivateSwitch } from './PrivateSwitch.tsx'

let net: FakeNetwork
const control = () => page.getByRole('switch', { name: /^Approve followers/ })
const sent = () => net.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

function showSwitch(isPrivate: boolean, waiting = 0) {
  net = fakeNetwork()
  net.on('GET /api/profile/privacy', { status: 200, body: { isPrivate } })
  net.on('GET /api/follow-requests', { status: 200, body: { requests: [], cursor: null, waiting } })
}

beforeEach(() => showSwitch(false))

describe('switch for a private account', () => {
  test('turns on at once, and explains its effect', async () => {
    net.on('PUT /api/profile/privacy', { status: 200, body: { isPrivate: true } })
    renderApp(<PrivateSwitch />)
    await userEvent.click(control())
    await expect.element(control()).toBeChecked()
    await expect.element(page.getByText('Only followers you accept', { exact: false })).toBeVisible()
    expect(sent()).toEqual([{ isPrivate: true }])
  })

  test('never shows the state before it again', async () => {
    net.on('PUT /api/profile/privacy', deferredReply().answer)
    renderApp(<PrivateSwitch />)
    await expect.element(control()).toBeEnabled()
    expect(await clickCheckbox(control().element())).toBe(true)
  })

  test('ignores a response requested before the press', async () => {
    const [fetched, saved] = [deferredReply(), deferredReply()]
    net.on('PUT /api/profile/privacy', saved.answer)
    const queries = renderApp(<PrivateSwitch />)
    await expect.element(control()).toBeEnabled()
    net.on('GET /api/profile/privacy', fetched.answer)
    void queries.invalidateQueries({ queryKey: ['privacy'] })
    await userEvent.click(control())
    fetched.give({ status: 200, body: { isPrivate: false } })
    saved.give({ status: 200, body: { isPrivate: true } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(control()).toBeChecked()
  })

  test('reverts on failure, and says so', async () => {
    net.on('PUT /api/profile/privacy', refusal('unavailable', 503))
    renderApp(<PrivateSwitch />)
    await userEvent.click(control())
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    await expect.element(control()).not.toBeChecked()
  })

  test('asks before accepting all pending requests when turned off', async () => {
    showSwitch(true, 3)
    net.on('PUT /api/profile/privacy', { status: 200, body: { isPrivate: false } })
    renderApp(<PrivateSwitch />)
    await expect.element(control()).toBeChecked()
    await userEvent.click(control())
    await expect.element(page.getByText('3 people who asked to follow you', { exact: false })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Stay private' }))
    await expect.element(control()).toBeChecked()
    expect(sent()).toEqual([])
    await userEvent.click(control())
    await userEvent.click(page.getByRole('button', { name: 'Make public' }))
    await expect.element(control()).not.toBeChecked()
    expect(sent()).toEqual([{ isPrivate: false }])
  })
})
