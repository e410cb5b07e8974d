import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PetPeopleView } from '#features/pets/people/PetPeoplePage.tsx'
import { setSecretTypedFlag } from '#features/sign-in/sessions/secret-typed-flag.ts'
import { zipCodeCredentials } from '../testing/credentials-fixtures.ts'
import { type FakeEventSource, fakeEventSources } from '../testing/fake-event-source.ts'
import { type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aPet, aPost, aProfile, aViewer } from '../testing/fixtures.ts'
import { aPetInvite, aPetPerson } from '../testing/pet-people-fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ProfileView } from './ProfileView.tsx'
import { subscribeToAccountEvents } from './subscribe-to-account-events.ts'

let net: FakeNetwork
let streams: FakeEventSource[]
beforeEach(() => {
  net = fakeNetwork()
  net.on('GET /api/notifications/unread', { status: 200, body: { unread: 0 } })
  streams = fakeEventSources()
})

/** Subscribes the query cache to live events. Returns a function that simulates a notification event. */
function subscribe(queries: QueryClient) {
  onTestFinished(subscribeToAccountEvents(queries, aViewer(), { t: () => '', locale: 'en', toast: () => {} }))
  return async () => {
    await expect.poll(() => streams.length).toBe(1)
    streams[0]?.tell({ type: 'notification', unread: 1, id: aPost().id } as { type: string })
  }
}

test("subscribeToAccountEvents shows a private user's posts once that user accepts the follow request", async () => {
  const wall = (more: object) =>
    aProfile({ ...aViewer(), username: 'leila.h', fullname: 'Leila Hassan' }, { me: false, isPrivate: true, ...more })
  net.on('GET /api/users/by-username/*', { status: 200, body: wall({ isOpen: false, requestedByMe: true }) })
  const post = aPost({ caption: 'Behind the door' })
  net.on('GET /api/users/*/posts', { status: 200, body: { posts: [post], cursor: null } })
  const tell = subscribe(renderApp(<ProfileView username="leila.h" />))
  await expect.element(page.getByRole('heading', { name: 'This account is private' })).toBeVisible()
  net.on('GET /api/users/by-username/*', { status: 200, body: wall({ isOpen: true, followedByMe: true }) })
  await tell()
  await expect.element(page.getByRole('link', { name: /Behind the door/ })).toBeInTheDocument()
})

test('subscribeToAccountEvents refetches the people of a pet when an invitation is answered', async () => {
  const owner = aPetPerson('amina.o', { role: 'owner' })
  net.on('GET /api/pets/*/people', { status: 200, body: { people: [owner], invites: [aPetInvite()] } })
  net.on('GET /api/pets/*/actions', { status: 200, body: { actions: [], cursor: null } })
  const tell = subscribe(renderApp(<PetPeopleView pet={aPet({ name: 'Mango' })} />))
  await expect.element(page.getByRole('list', { name: '1 person' })).toBeVisible()
  net.on('GET /api/pets/*/people', { status: 200, body: { people: [owner, aPetPerson('musa.k')], invites: [] } })
  await tell()
  await expect.element(page.getByRole('list', { name: '2 people' })).toBeVisible()
  // The pet has no pending invitation any more, so a further notification causes no request.
  const before = net.sent.length
  await tell()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(net.sent.slice(before)).toEqual([])
})

test('subscribeToAccountEvents offers a passkey only once after a log-in with a password or zip code', async () => {
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockResolvedValue({ conditionalCreate: true })
  net.on('GET /api/passkeys/offer', { status: 200, body: { offered: true, keepsPassword: true } })
  net.on('GET /api/credentials', { status: 200, body: zipCodeCredentials() })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const credentialCalls = () => net.sent.filter((sent) => sent === 'GET /api/credentials')
  setSecretTypedFlag()
  subscribe(renderApp(<p>Drawn</p>))
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(credentialCalls).toHaveLength(1)
  // The next page in this tab does not offer a passkey, because the user has not logged in again.
  subscribe(renderApp(<p>Drawn again</p>))
  await vi.advanceTimersByTimeAsync(4_000)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(credentialCalls()).toHaveLength(1)
})
