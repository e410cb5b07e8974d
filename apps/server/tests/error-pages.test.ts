import { describe, expect, it } from 'vitest'
import { connectionLostError, whileStatementsFail } from '#testing/database/failing-statements.ts'
import { aUser } from '#testing/fixtures.ts'
import { type Caller, serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

const get = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
  server.call<string>(caller, 'GET', url, undefined, { headers })

const newErrors = async (work: () => Promise<void>) => {
  const before = server.lines.length
  await work()
  return server.lines.slice(before).filter((line) => line.includes('"level":"error"'))
}

const addresses = ['/', '/login', '/dashboard', '/dashboard/search?q=luna&type=pet', '/@anna', '/privacy', '/no/such']

describe('server that cannot read the session of a request', () => {
  it('returns a plain HTML error page with status 500, a request id and a link to the same address', async () => {
    const user = await aUser(server)
    for (const url of addresses) {
      const logged = await newErrors(async () => {
        const { status, text, headers } = await whileStatementsFail(server, new Error('of /srv/secret'), () =>
          get(user, url),
        )
        expect([url, status, headers['content-type']]).toEqual([url, 500, 'text/html; charset=utf-8'])
        expect(headers['cache-control']).toBe('private, no-store')
        expect(text).toMatch(
          /^<!doctype html>.*<title>Something went wrong on our side · Pawtrait<\/title>.*<\/html>$/s,
        )
        expect(text).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
        expect(text).toMatch(/tell us this code: [0-9a-f-]{36}/)
        expect(text).toContain('href="/dashboard"')
        expect(text).not.toMatch(/srv|secret|<script/)
        const styles = [...text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href ?? '')
        expect(styles.length).toBeGreaterThan(0)
        for (const href of styles) expect((await get(null, href)).status).toBe(200)
      })
      expect(logged).toHaveLength(1)
      expect(logged[0]).toContain('of /srv/secret')
    }
  })

  it('returns a JSON problem at API endpoints, even if the client accepts HTML', async () => {
    const user = await aUser(server)
    const html = { accept: 'text/html,*/*;q=0.8' }
    for (const url of ['/api/session', '/api/feed', '/api/explore', '/api/posts/x', '/api/docs', '/users/x'])
      for (const [error, status, code] of [
        [new Error('bug'), 500, 'internal'],
        [connectionLostError(), 503, 'unavailable'],
      ] as const) {
        const refused = await whileStatementsFail(server, error, () => get(user, url, html))
        expect([url, refused.status]).toEqual([url, status])
        expect(refused.headers['content-type']).toBe('application/problem+json')
        expect(refused.body).toMatchObject({ code })
      }
  })

  it('returns 503 with Retry-After for a page while the database is unreachable, and 200 afterwards', async () => {
    const user = await aUser(server)
    const { status, text, headers } = await whileStatementsFail(server, connectionLostError(), () =>
      get(user, '/dashboard'),
    )
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(text).toContain('<!doctype html>')
    expect((await get(user, '/dashboard')).status).toBe(200)
  })
})

describe('page when a database read fails', () => {
  const failures = [
    [new Error('bug'), 500],
    [connectionLostError(), 503],
  ] as const
  const addresses = ['/@nobody', '/dashboard/profile', '/pets/rex-1', '/settings']

  it('shows and logs an error, with status 503 for a lost connection and 500 for a bug', async () => {
    const user = await aUser(server)
    for (const url of addresses)
      for (const [error, expected] of failures) {
        const logged = await newErrors(async () => {
          const { status, text, headers } = await whileStatementsFail(server, error, () => get(user, url), 2)
          expect([url, status, headers['content-type']]).toEqual([url, expected, 'text/html; charset=utf-8'])
          expect(text).toMatch(
            /^<!doctype html>.*<title>Something went wrong on our side · Pawtrait<\/title>.*<\/html>$/s,
          )
          expect(text).not.toContain('CONNECTION_CLOSED')
        })
        expect(logged.length).toBeGreaterThan(0)
      }
  })

  it('shows visitors and users the request id of the log entry and a link to the feed', async () => {
    const user = await aUser(server)
    // The error page is plain HTML if reading the session or the cache invalidations fails. If a later statement fails,
    // the browser renders the page from its data.
    for (const [caller, from, hasData] of [
      [null, 1, false],
      [null, 2, true],
      [user, 1, false],
      [user, 4, true],
    ] as const) {
      const failed = () => get(caller, '/@nobody')
      const { status, text, headers } = await whileStatementsFail(server, connectionLostError(), failed, from)
      expect([from, status, headers['retry-after']]).toEqual([from, 503, '5'])
      const number = /tell us this code: ([0-9a-f-]{36})/.exec(text)?.[1] ?? 'none'
      expect(server.lines.some((line) => line.includes('"level":"error"') && line.includes(number))).toBe(true)
      expect(text).toContain('href="/dashboard"')
      expect(text.includes(`"requestId":"${number}"`)).toBe(hasData)
    }
  })

  it('is complete HTML no matter which database statement fails', async () => {
    const user = await aUser(server)
    for (const url of addresses)
      for (const from of [3, 4, 5])
        for (const [error, expected] of failures) {
          const { status, text } = await whileStatementsFail(server, error, () => get(user, url), from)
          expect([url, from, [200, 404, expected].includes(status)]).toEqual([url, from, true])
          expect(text).toMatch(/^<!doctype html>.*<\/html>$/s)
          expect(text).not.toContain('CONNECTION_CLOSED')
        }
  })
})
