import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { compileSerializer } from './response-serializer.ts'

const server = serverForFile()

describe('API', () => {
  it('returns the logged-in user from GET /api/session with cache-control: no-store', async () => {
    const user = await aUser(server)
    const me = await server.call(user, 'GET', '/api/session')
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({ id: user.id, username: user.username, counts: { followers: 0 } })
    expect(me.headers['cache-control']).toBe('no-store')
  })

  it('returns a 401 problem when a visitor calls a protected endpoint', async () => {
    const refused = await server.call(null, 'GET', '/api/session')
    expect(refused.status).toBe(401)
    expect(refused.headers['content-type']).toMatch('application/problem+json')
    expect(refused.body).toMatchObject({ code: 'unauthenticated', status: 401, requestId: expect.any(String) })
  })

  it('returns 421 for an unknown host and 403 for a cross-site request', async () => {
    const rebound = await server.call(null, 'GET', '/api/config', undefined, { headers: { host: 'evil.test' } })
    expect(rebound).toMatchObject({ status: 421, body: { code: 'unknown-host' } })
    const forged = await server.call(null, 'DELETE', '/api/session', undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(forged).toMatchObject({ status: 403, body: { code: 'bad-origin' } })
  })

  it('compresses responses as Accept-Encoding allows, except small responses', async () => {
    const ask = (url: string, encoding: string) =>
      server.app.fastify.inject({ url, headers: { host: 'localhost:3000', 'accept-encoding': encoding } })
    const plain = await ask('/api/openapi.json', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, open] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ] as const) {
      const { headers, rawPayload } = await ask('/api/openapi.json', accepted)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
      expect(open(rawPayload).toString()).toBe(plain.body)
    }
    for (const [refused, encoding] of [
      ['*', undefined],
      ['identity;q=0', undefined],
      ['br;q=0', undefined],
      ['zstd; q=0.000, br;q=0, gzip', 'gzip'],
      ['gzip;q=0.5, zstd;q=0', 'gzip'],
    ])
      expect((await ask('/api/openapi.json', String(refused))).headers['content-encoding']).toBe(encoding)
    const small = await ask('/api/config', 'br')
    expect(small.headers['content-encoding']).toBeUndefined()
    expect(small.json()).toMatchObject({ mode: 'local' })
  })

  it('compiles the output schema of every endpoint', () => {
    const outputs = server.app.endpoints.flatMap(({ output }) => output ?? [])
    expect(outputs.length).toBeGreaterThan(100)
    for (const output of outputs) expect(compileSerializer(output)).toBeTypeOf('function')
  })

  it('describes its endpoints in /api/openapi.json', async () => {
    const { body } = await server.call<{ openapi: string; paths: object }>(null, 'GET', '/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toContain('/api/session')
  })

  it('lists both schemas in openapi.json when two endpoints share a path', async () => {
    type Content = {
      content: { 'application/json': { schema: { anyOf?: { required?: string[] }[]; required?: string[] } } }
    }
    type Call = { requestBody: Content; responses: Record<string, Content>; parameters: { name: string }[] }
    const { body } = await server.call<{ paths: Record<string, { post: Call }> }>(null, 'GET', '/api/openapi.json')
    const { requestBody, responses } = body.paths['/users']?.post ?? {}
    const schemaOf = (content?: Content) => content?.content['application/json'].schema
    expect(schemaOf(requestBody)?.anyOf?.map(({ required }) => required)).toEqual([
      ['fullname', 'username', 'email', 'zipcode'],
      ['usernameOrEmail', 'zipcode'],
    ])
    expect(Object.keys(responses ?? {})).toEqual(['200', '201', 'default'])
    expect(schemaOf(responses?.['200'])?.anyOf).toContainEqual({ type: 'null' })
    expect(schemaOf(responses?.['201'])?.required).toEqual(['id', 'username', 'fullname', 'image', 'following'])
    expect(body.paths['/api/posts']?.post.parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  })
})
