import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })
const switchedOff = serverForFile({ SERVICE_WORKER_OFF: '1' }, {}, { pages: true })

describe('/service-worker.js', () => {
  it('is a classic script with `cache-control: no-cache` that precaches only existing files', async () => {
    const { status, headers, text } = await server.call<string>(null, 'GET', '/service-worker.js')
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toContain('text/javascript')
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    expect(text).not.toMatch(/^(import|export) /m)
    expect(text).not.toContain('__PRECACHE__')
    const [, list = '[]'] = /"files":(\[[^\]]*\])/.exec(text) ?? []
    const files = JSON.parse(list) as string[]
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) expect((await server.call(null, 'GET', file)).status).toBe(200)
  })

  it('unregisters itself with SERVICE_WORKER_OFF', async () => {
    const { headers, text } = await switchedOff.call<string>(null, 'GET', '/service-worker.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(text).toContain('unregister()')
    expect(text).not.toContain('fetch')
  })
})

describe('/app-shell', () => {
  it('returns the same document to visitors and users, without data of a viewer', async () => {
    const user = await aUser(server)
    const [visitor, own] = [
      await server.call<string>(null, 'GET', '/app-shell'),
      await server.call<string>(user, 'GET', '/app-shell'),
    ]
    expect(visitor.status).toBe(200)
    expect(own.text).toBe(visitor.text)
    expect(own.text).toContain('"isShell":true')
    expect(own.text).toContain('noindex')
    expect(own.text).not.toContain(user.username)
  })
})

describe('/share', () => {
  it('redirects a POST with photos to the Create page', async () => {
    const user = await aUser(server)
    const form = new FormData()
    form.append('photos', new File(['x'.repeat(200_000)], 'a.jpg', { type: 'image/jpeg' }))
    const { status, headers } = await server.call(user, 'POST', '/share', form)
    expect([status, headers.location]).toEqual([303, '/dashboard/create?shared=none'])
  })
})

describe('/manifest.webmanifest', () => {
  it('names only icons and screenshots that exist', async () => {
    const { status, headers, text } = await server.call<string>(null, 'GET', '/manifest.webmanifest')
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json'])
    const {
      icons,
      screenshots,
      start_url: start,
    } = JSON.parse(text) as {
      icons: { src: string }[]
      screenshots: { src: string }[]
      start_url: string
    }
    for (const { src } of [...icons, ...screenshots])
      expect([src, (await server.call(null, 'GET', src)).status]).toEqual([src, 200])
    expect(start).toBe('/dashboard?installed=1')
  })
})
