import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { useQueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { listAxeViolations } from '../../../testing/axe.ts'
import { zipCodeCredentials } from '../../../testing/credentials-fixtures.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { createConditionalPasskey } from './conditional-passkey.tsx'

const OPTIONS = {
  challenge: 'YQ',
  rp: { name: 'Pawtrait', id: 'localhost' },
  user: { id: 'YQ', name: 'amina.o', displayName: 'Amina' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}
const bytes = new Uint8Array([1, 2, 3]).buffer
const CREATED_CREDENTIAL = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, attestationObject: bytes, getTransports: () => ['internal'] },
  getClientExtensionResults: () => ({}),
} as unknown as PublicKeyCredential

let net: FakeNetwork
let ended: boolean

const withPassword: Partial<Credentials> = { zipCode: null, password: { since: '2026-05-02T08:00:00.000Z' } }
const givenCredentials = (more: Partial<Credentials>) =>
  net.on('GET /api/credentials', { status: 200, body: zipCodeCredentials(more) })
const givenConditionalSupport = (conditionalCreate: boolean) =>
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockResolvedValue({ conditionalCreate })
const stubCreate = (make: (options?: CredentialCreationOptions) => Promise<Credential | null>) =>
  vi.spyOn(navigator.credentials, 'create').mockImplementation(make)

function Offer() {
  const queries = useQueryClient()
  const toast = useToast()
  const offer = () =>
    createConditionalPasskey(queries, { toast }).then(() => {
      ended = true
    })
  return <Button onClick={() => void offer()}>Settled</Button>
}

/** Renders a page with a button that starts the creation of a passkey, and presses the button. */
async function settle() {
  renderApp(<Offer />)
  await userEvent.click(page.getByRole('button', { name: 'Settled' }))
}

beforeEach(() => {
  net = fakeNetwork()
  ended = false
  givenCredentials(withPassword)
  givenConditionalSupport(true)
  net.on('POST /api/passkeys/offer', { status: 200, body: OPTIONS })
})
afterEach(() => vi.useRealTimers())

describe('createConditionalPasskey', () => {
  test('creates a passkey without a dialog, saves it, and shows a toast with a link to the passkeys', async () => {
    const create = stubCreate(async () => CREATED_CREDENTIAL)
    net.on('POST /api/passkeys/offered', { status: 201, body: { id: 'x', name: 'Chrome on Android' } })
    await settle()
    const toast = page.getByRole('status')
    await expect.element(toast).toMatchTextContent('Passkey saved. You can log in with it next time.')
    await expect
      .element(toast.getByRole('link', { name: 'See your passkeys' }))
      .toHaveAttribute('href', '/settings/security')
    expect(create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ mediation: 'conditional' }))
    expect(net.requests.at(-1)?.body).toMatchObject({
      credential: { id: 'AQID', type: 'public-key', response: { transports: ['internal'] } },
    })
    expect(await listAxeViolations()).toEqual([])
  })

  test('sends no request when the browser does not support conditional create', async () => {
    givenConditionalSupport(false)
    await settle()
    await expect.poll(() => ended).toBe(true)
    expect(net.sent).toEqual([])
  })

  test('creates no passkey for an account with a zip code', async () => {
    givenCredentials({})
    const create = stubCreate(async () => CREATED_CREDENTIAL)
    await settle()
    await expect.poll(() => ended).toBe(true)
    expect(net.sent).toEqual(['GET /api/credentials'])
    expect(create).not.toHaveBeenCalled()
  })

  test.for([
    ['the server offers no passkey', 'offer', errorReply('not-found', 404)],
    ['the server refuses the passkey', 'offered', errorReply('invalid-passkey', 401)],
  ] as const)('shows nothing when %s', async ([, path, answer]) => {
    const create = stubCreate(async () => CREATED_CREDENTIAL)
    net.on(`POST /api/passkeys/${path}`, answer)
    await settle()
    await expect.poll(() => ended).toBe(true)
    expect(create).toHaveBeenCalledTimes(path === 'offered' ? 1 : 0)
    await expect.element(page.getByText('Passkey saved.')).not.toBeInTheDocument()
  })

  test('shows nothing when the browser creates no passkey', async () => {
    stubCreate(async () => {
      throw new DOMException('No password was used.', 'NotAllowedError')
    })
    await settle()
    await expect.poll(() => ended).toBe(true)
    expect(net.sent).toEqual(['GET /api/credentials', 'POST /api/passkeys/offer'])
    await expect.element(page.getByText('Passkey saved.')).not.toBeInTheDocument()
  })

  test('aborts after a minute when the browser does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const create = stubCreate(
      (options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
        }),
    )
    await settle()
    await expect.poll(() => create).toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.poll(() => ended).toBe(true)
    expect(net.sent).not.toContain('POST /api/passkeys/offered')
  })
})
