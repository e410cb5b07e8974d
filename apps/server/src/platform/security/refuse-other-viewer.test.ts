import { VIEWER_HEADER, VISITOR_HEADER_VALUE } from '@pawtrait/contract/viewer-header.ts'
import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const renderedFor = (id: string) => ({ headers: { [VIEWER_HEADER]: id } })
const draft = { caption: 'Of Alice', place: '', audience: 'everyone', replies: 'everyone', pets: [], photos: [] }

async function twoUsers() {
  return { alice: await aUser(server), bob: await aUser(server) }
}

const draftsOf = async (user: { cookie: string }) =>
  (await server.call<{ drafts: unknown[] }>(user, 'GET', '/api/drafts')).body.drafts

describe('API, called by a page that was rendered for another viewer', () => {
  it('refuses reads and writes with 401 `viewer-changed`, and stores nothing', async () => {
    const { alice, bob } = await twoUsers()
    const refused = await server.call(bob, 'POST', '/api/drafts', draft, renderedFor(alice.id))
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
    expect(await draftsOf(bob)).toEqual([])
    const read = await server.call(bob, 'GET', '/api/session', undefined, renderedFor(alice.id))
    expect(read).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
    expect(read.text).not.toContain(bob.id)
    const accepted = await server.call(bob, 'POST', '/api/drafts', draft, renderedFor(bob.id))
    expect(accepted.status).toBe(201)
    expect(await draftsOf(bob)).toHaveLength(1)
  })

  it('does not end the session of the logged-in user', async () => {
    const { alice, bob } = await twoUsers()
    const refused = await server.call(bob, 'DELETE', '/api/session', undefined, renderedFor(alice.id))
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
    expect((await server.call(bob, 'GET', '/api/session')).status).toBe(200)
  })

  it('refuses an upload with 401 `viewer-changed`', async () => {
    const { alice, bob } = await twoUsers()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10', ...renderedFor(alice.id).headers }
    const refused = await server.call(bob, 'POST', '/api/uploads', undefined, { headers })
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
  })

  it('refuses to open an event stream, with 401 `viewer-changed`', async () => {
    const { alice, bob } = await twoUsers()
    const refused = await server.call(bob, 'GET', `/api/events?viewer=${alice.id}`)
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
  })

  it('refuses a download of payments with 401 `viewer-changed`', async () => {
    const { alice, bob } = await twoUsers()
    const download = (viewer: string) => server.call(bob, 'GET', `/api/payments.csv?viewer=${viewer}`)
    const refused = await download(alice.id)
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
    expect((await download(bob.id)).status).toBe(200)
  })

  it('returns 401 `viewer-changed` to a logged-in user if the page was rendered for a visitor', async () => {
    const { bob } = await twoUsers()
    const refused = await server.call(bob, 'GET', '/api/session', undefined, renderedFor(VISITOR_HEADER_VALUE))
    expect(refused).toMatchObject({ status: 401, body: { code: 'viewer-changed' } })
  })
})

describe('API, called by a page after its session has ended', () => {
  it('returns 401 `unauthenticated` from protected endpoints, and 200 from public endpoints', async () => {
    const { alice } = await twoUsers()
    const refused = await server.call(null, 'POST', '/api/drafts', draft, renderedFor(alice.id))
    expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await server.call(null, 'GET', '/api/config', undefined, renderedFor(alice.id))).status).toBe(200)
  })
})

it('openapi.json describes the header `viewer-id`', async () => {
  type Described = { paths: Record<string, { get: { parameters: { name: string }[] } }> }
  const { body } = await server.call<Described>(null, 'GET', '/api/openapi.json')
  expect(body.paths['/api/session']?.get.parameters.map(({ name }) => name)).toContain(VIEWER_HEADER)
})
