import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { UsernameRow } from './UsernameRow.tsx'

let net: FakeNetwork
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = () => page.getByLabelText('New username', { exact: true })

const viewer = {
  id: '01900000-0000-7000-8000-000000000001',
  fullname: 'Amina Otieno',
  image: null,
  counts: { followers: 0, following: 0, posts: 0 },
  email: 'amina@example.com',
  plan: 'free',
}

beforeEach(() => {
  net = fakeNetwork()
})

describe('username settings row', () => {
  test('changes the username after re-authentication, and shows an error when the name is taken', async () => {
    const errors = [{ field: 'username', code: 'taken', message: 'That username is taken. Try another one.' }]
    net.on('PUT /api/account/username', errorReply('username-taken', 409, { errors }))
    renderApp(<UsernameRow viewer={{ username: 'amina' }} />)
    await userEvent.click(button('Change username'))
    await expect.element(field()).toHaveValue('amina')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.fill(field(), 'amina.o')
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('That username is taken. Try another one.')).toBeVisible()
    await expect.element(field()).toHaveValue('amina.o')
    net.on('PUT /api/account/username', errorReply('sudo-required', 403, { methods: ['password'] }))
    await userEvent.fill(field(), 'amina.oti')
    await userEvent.click(button('Save'))
    net.on('POST /api/sudo', { status: 200, body: { until: '2026-11-25T12:10:00.000Z' } })
    net.on('PUT /api/account/username', { status: 200, body: { ...viewer, username: 'amina.oti' } })
    await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'a kite over Ngong hills')
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('You are @amina.oti now')).toBeVisible()
  })
})
