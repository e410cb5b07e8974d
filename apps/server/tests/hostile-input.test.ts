import { connect as openSocket } from 'node:net'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignUp } from '#testing/sign-in.ts'

const server = serverForFile()

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
  })

const expectProblem = ({ headers, text }: { headers: Record<string, unknown>; text: string }) => {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
  expect(text).not.toMatch(/FST_|node_modules|\.ts:\d|at Object/)
}

const users = async () =>
  (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from users`))?.n ?? -1

describe('endpoint with a JSON body (security check B01)', () => {
  const bodies = {
    'malformed JSON': '{"username":',
    'truncated JSON': JSON.stringify(aSignUp()).slice(0, -3),
    null: 'null',
    'an array': '[]',
    'a string': '"x"',
    'nesting 5,000 levels deep': '['.repeat(5_000) + ']'.repeat(5_000),
    'deep nesting in an unknown key': `{"usernameOrEmail":3,"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    'a duplicate key': '{"usernameOrEmail":"a","zipcode":"1","usernameOrEmail":"b"}',
    'an escaped duplicate key': '{"usernameOrEmail":"a","zipcode":"1","username\\u004frEmail":"b"}',
    'a nested duplicate key': '{"usernameOrEmail":"a","zipcode":"1","x":[{"b":{"k":1,"k":2}}]}',
    'an empty body': '',
  }
  for (const [kind, body] of Object.entries(bodies))
    it(`returns 400 for ${kind}`, async () => {
      const refused = await post('/users', body)
      expect(refused.status).toBe(400)
      expectProblem(refused)
    })

  it('accepts the same key once in each of two objects', async () => {
    const body = { ...aSignUp(), more: [{ k: 1 }, { k: '"k":1,"k":2', '{': '}' }] }
    expect((await post('/users', JSON.stringify(body))).status).toBe(201)
  })
})

describe('request body over 16 KB (security check B02)', () => {
  it('is refused with a 413 response before the socket is closed', async () => {
    const fill = (size: number) => {
      const body = JSON.stringify({ usernameOrEmail: 'a', zipcode: '1', x: '' })
      return body.replace('"x":""', `"x":"${'x'.repeat(size - body.length)}"`)
    }
    expect((await post('/users', fill(16 * 1024))).text).toBe('null')
    const refused = await post('/users', fill(16 * 1024 + 1))
    expect(refused.status).toBe(413)
    expectProblem(refused)
    expect(refused.headers.connection).toBe('close')
  })
})

describe('small request body that is expensive to validate', () => {
  it('is refused with 400 before all of its 20,000 list items are validated', async () => {
    const user = await aUser(server)
    const send = (url: string, body: string) => post(url, body, { cookie: user.cookie })
    const many = (item: string) => `[${Array<string>(20_000).fill(item).join(',')}]`
    for (const [url, body] of [
      ['/api/drafts', `{"pets":${many('1')}}`],
      ['/api/imports/known', `{"origins":${many('{}')}}`],
      ['/api/drafts', `{"photos":[{"id":{"deep":${many('1')}}}]}`],
    ] as const) {
      const refused = await send(url, body)
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation-failed' } })
      expectProblem(refused)
      expect(refused.text.length).toBeLessThan(1_000)
    }
    const few = await send('/api/drafts', `{"pets":[${Array<string>(21).fill('1').join(',')}]}`)
    expect((few.body as { errors?: unknown[] }).errors).toHaveLength(21)
  })

  it('is refused with 400 for a username with 10,000 blanks, because the limit is 30 characters', async () => {
    const user = await aUser(server)
    const pet = await aPet(server, [user])
    const username = `a${' '.repeat(10_000)}b`
    const tooLong = { field: 'username', code: 'max-length', message: 'A username can have up to 30 characters.' }
    for (const refused of [
      await server.call(null, 'POST', '/users', { ...aSignUp(), username }),
      await server.call(user, 'POST', `/api/pets/${pet}/invites`, { role: 'family', username }),
    ])
      expect(refused).toMatchObject({ status: 400, body: { errors: [tooLong] } })
  })

  it('is stored with only four of a thousand combining marks on a letter', async () => {
    const user = await aUser(server)
    // Unicode normalisation sorts combining marks by class, so the cedilla (class 202) moves before the acute accents
    // (class 230).
    const caption = `a${'\u0301'.repeat(1_000)}\u0327`
    const { body } = await server.call<{ caption: string }>(user, 'POST', '/api/drafts', { caption })
    expect(body.caption).toBe(`á${'\u0301'.repeat(4)}`)
    const short = await server.call<{ caption: string }>(user, 'POST', '/api/drafts', { caption: 'a\u0301\u0327' })
    expect(short.body.caption).toBe('a\u0327\u0301'.normalize('NFC'))
  })
})

describe('prototype keys in a request body (security check B04)', () => {
  it('are refused with 400 or ignored, and never change Object.prototype', async () => {
    for (const key of ['__proto__', 'constructor'])
      for (const value of ['{"polluted":1}', '{"prototype":{"polluted":1}}']) {
        const { status } = await post('/users', `{"usernameOrEmail":"a","zipcode":"1","${key}":${value}}`)
        expect(key === '__proto__' ? [400] : [200, 400]).toContain(status)
      }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const only = await post('/users', '{"__proto__":{"usernameOrEmail":"a","zipcode":"1"}}')
    expect(only.status).toBe(400)
  })
})

describe('sign-up with a content type other than JSON (security check A16)', () => {
  it('is rejected with 403 from another site and with 415 from the same site, and creates no user', async () => {
    const before = await users()
    const body = JSON.stringify(aSignUp())
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]
    for (const type of types) {
      const cross = await post('/users', body, { 'content-type': type, 'sec-fetch-site': 'cross-site' })
      expect(cross).toMatchObject({ status: 403, body: { code: 'bad-origin' } })
      const same = await post('/users', body, { 'content-type': type })
      expect(same.status).toBe(415)
      expectProblem(same)
    }
    const untyped = await server.inject({
      method: 'POST',
      url: '/users',
      payload: body,
      headers: { host: 'localhost:3000' },
    })
    expect(untyped.status).toBe(415)
    expect(await users()).toBe(before)
  })
})

describe('request from another origin (security check A17)', () => {
  it('is rejected with 403, with and without Fetch Metadata headers', async () => {
    const user = await aUser(server)
    const logOut = (headers: Record<string, string>) =>
      server.inject({
        method: 'DELETE',
        url: '/api/session',
        headers: { host: 'localhost:3000', cookie: user.cookie, ...headers },
      })
    const origins = [
      'null',
      'https://evil.test',
      'http://localhost:3000.evil.test',
      'http://localhost:3001',
      'http://x.localhost:3000',
    ]
    for (const origin of origins) {
      expect(await logOut({ origin })).toMatchObject({ status: 403, body: { code: 'bad-origin' } })
      expect((await logOut({ origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    }
    expect((await logOut({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await logOut({})).status).toBe(403)
    expect((await server.call(user, 'GET', '/api/session')).status).toBe(200)
    expect((await logOut({ origin: 'http://localhost:3000' })).status).toBe(204)
  })
})

describe('repeated or malformed query parameter (security check B07)', () => {
  it('is rejected with 400', async () => {
    const user = await aUser(server)
    for (const query of ['limit=2&limit=3', 'cursor=a&cursor=b', 'limit={}']) {
      const refused = await server.call(user, 'GET', `/api/feed?${query}`)
      expect([query, refused.status]).toEqual([query, 400])
    }
  })
})

describe('malformed request (security check B11)', () => {
  it('gets 404 or 405 if its method or path is unknown, and 400 or 404 if its URL is malformed', async () => {
    for (const [method, url] of [
      ['PUT', '/users'],
      ['POST', '/api/session'],
      ['GET', '/nothing/here'],
      ['OPTIONS', '/users'],
    ] as const) {
      const refused = await server.inject({
        method,
        url,
        headers: { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' },
      })
      expect([404, 405]).toContain(refused.status)
      expectProblem(refused)
    }
    for (const url of ['/api/usernames/%', `/api/usernames/${'a'.repeat(300)}`, '/%ff', '/api/%2']) {
      const refused = await server.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } })
      expect([url, [400, 404].includes(refused.status)]).toEqual([url, true])
      expectProblem(refused)
      expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  it('gets 400 for two body lengths or two hosts, 421 for an unknown host, and 403, 404 or 405 for TRACE', async () => {
    await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
    const [address] = server.app.fastify.addresses()
    const port = typeof address === 'string' ? 0 : (address?.port ?? 0)
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = openSocket(port, '127.0.0.1', () => socket.write(text))
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk.toString()))
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    const head = 'Host: localhost:3000\r\nConnection: close\r\n'
    const smuggled = `POST /users HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    for (const text of [smuggled, 'hello\r\n\r\n', `GET / HTTP/1.1\r\n${head}X: a\u0001b\r\n\r\n`]) {
      const answer = await raw(text)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('application/problem+json')
      expect(answer).toContain('"code":"bad-request"')
    }
    for (const doubled of [
      `GET /livez HTTP/1.1\r\n${head}Host: evil.test\r\n\r\n`,
      `GET /livez HTTP/1.1\r\nhost: evil.test\r\n${head}\r\n`,
      `GET http://localhost:3000/livez HTTP/1.1\r\n${head}\r\n`,
      `GET http://evil.test/api/config HTTP/1.1\r\n${head}\r\n`,
    ])
      expect(await raw(doubled)).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*"code":"bad-request"/)
    for (const host of ['evil@localhost:3000', 'localhost:3000/evil', 'localhost:3000, evil.test', 'localhost\\evil'])
      expect(await raw(`GET /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 421 /,
      )
    expect(await raw(`GET /api/config HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw(`TRACE /users HTTP/1.1\r\n${head}\r\n`)).toMatch(/^HTTP\/1\.1 (403|404|405) /)
  })
})
