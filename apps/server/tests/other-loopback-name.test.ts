import { expect, it } from 'vitest'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({}, {}, { pages: true })

it('a local run redirects pages under another loopback name to PUBLIC_URL, but no API or media requests', async () => {
  const { host, port } = new URL(server.deps.config.publicUrl)
  const openPage = async (hostHeader: string, url: string, dest = 'document') => {
    const headers = { host: hostHeader, 'sec-fetch-dest': dest, accept: 'text/html' }
    const { status, headers: answer } = await server.call(null, 'GET', url, undefined, { headers })
    return [status, answer.location]
  }
  const otherHost = `127.0.0.1:${port}`
  expect(await openPage(otherHost, '/login?next=%2Fpremium')).toEqual([302, `http://${host}/login?next=%2Fpremium`])
  expect(await openPage(otherHost, '//evil.example/')).toEqual([302, `http://${host}/evil.example/`])
  expect(await openPage(host, '/login')).toEqual([200, undefined])
  expect(await openPage('127.0.0.1:1', '/login')).toEqual([200, undefined])
  expect(await openPage(otherHost, '/login', 'empty')).toEqual([200, undefined])
  for (const url of ['/livez', '/readyz', '/metrics']) expect(await openPage(otherHost, url)).toEqual([200, undefined])
  expect(await openPage(otherHost, '/api/explore')).toEqual([200, undefined])
  expect((await openPage(otherHost, '/media/x'))[0]).toBe(404)
  expect((await openPage(otherHost, '/users'))[0]).toBe(404)
})
