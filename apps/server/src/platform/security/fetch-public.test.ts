import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FetchRefused, fetchPublicFile, isPublicAddress, type NetworkAccess } from './fetch-public.ts'

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '8.8.8.8', '100.63.0.1', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    'returns true for %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...[
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '100.127.255.255', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '2002:a00:1::1'],
    ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '64:ff9b::a00:1', '2001::1', '', 'localhost', '127.1'],
  ])('returns false for "%s"', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('fetchPublicFile', () => {
  let answer: RequestListener = (_request, reply) => reply.end('photo')
  const requests: { url: string; headers: object }[] = []
  const server = createServer((incoming, reply) => {
    requests.push({ url: incoming.url ?? '', headers: incoming.headers })
    answer(incoming, reply)
  })
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

  /** `names` has the DNS answers for repeated lookups of a host. Requests go to the test's own server, without TLS. */
  function reachOf(names: Record<string, string[]>, mayReach = (address: string): boolean => address === '127.0.0.1') {
    const resolved: string[] = []
    const reach: NetworkAccess = {
      resolve: async (host) => {
        resolved.push(host)
        const [now, ...later] = names[host] ?? []
        if (later.length > 0) names[host] = later
        return now ? now.split(' ') : []
      },
      mayReach,
      request: (url, options) => {
        const { port } = server.address() as AddressInfo
        return request({ ...options, host: url.hostname, port, path: url.pathname })
      },
    }
    return { reach, resolved }
  }
  const read = async (url: string, reach: NetworkAccess) => {
    let text = ''
    for await (const part of await fetchPublicFile(url, AbortSignal.timeout(2000), reach)) text += String(part)
    return text
  }

  it('returns the file without sending cookies', async () => {
    const { reach, resolved } = reachOf({ 'pix.test': ['127.0.0.1'] })
    expect(await read('https://pix.test/a.jpg', reach)).toBe('photo')
    expect(resolved).toEqual(['pix.test'])
    expect(requests.at(-1)).toMatchObject({ url: '/a.jpg', headers: { 'user-agent': 'Pawtrait' } })
    expect(requests.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  it('refuses a host name when one of its addresses is not public', async () => {
    for (const where of ['127.0.0.1', '93.184.215.14 10.0.0.1', '::1', '']) {
      const { reach } = reachOf({ 'pix.test': [where] }, isPublicAddress)
      await expect(read('https://pix.test/a.jpg', reach)).rejects.toBeInstanceOf(FetchRefused)
    }
  })

  it('resolves the host name once, and connects to the checked address', async () => {
    const { reach, resolved } = reachOf({ 'pix.test': ['127.0.0.1', '10.0.0.1'] })
    expect(await read('https://pix.test/a.jpg', reach)).toBe('photo')
    expect(resolved).toHaveLength(1)
    await expect(read('https://pix.test/a.jpg', reach)).rejects.toBeInstanceOf(FetchRefused)
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
  ])('refuses the IP address in %s without a DNS query', async (url) => {
    const { reach, resolved } = reachOf({}, isPublicAddress)
    await expect(read(url, reach)).rejects.toBeInstanceOf(FetchRefused)
    expect(resolved).toEqual([])
  })

  it.each(['http://pix.test/', 'https://pix.test:8080/', 'https://a:b@pix.test/', 'file:///etc/passwd', 'x', ''])(
    'refuses the URL "%s"',
    async (url) => {
      const { reach, resolved } = reachOf({ 'pix.test': ['127.0.0.1'] })
      await expect(read(url, reach)).rejects.toBeInstanceOf(FetchRefused)
      expect(resolved).toEqual([])
    },
  )

  it('follows three redirects, checks each host, and refuses a fourth redirect', async () => {
    answer = ({ url }, reply) => {
      const redirects = Number(url?.slice(1))
      if (redirects > 0) reply.writeHead(302, { location: `https://cdn.test/${redirects - 1}` }).end()
      else reply.end('moved')
    }
    const names = () => reachOf({ 'pix.test': ['127.0.0.1'], 'cdn.test': ['127.0.0.1'] })
    expect(await read('https://pix.test/3', names().reach)).toBe('moved')
    await expect(read('https://pix.test/4', names().reach)).rejects.toThrow('too many redirects')
    const closed = reachOf({ 'pix.test': ['127.0.0.1'], 'cdn.test': ['10.0.0.1'] })
    await expect(read('https://pix.test/1', closed.reach)).rejects.toThrow('a closed address')
    answer = (_request, reply) => reply.writeHead(302, { location: 'http://pix.test/' }).end()
    await expect(read('https://pix.test/', names().reach)).rejects.toThrow('not a plain https address')
  })

  it('rejects after a response with status 404, and when the signal aborts', async () => {
    const { reach } = reachOf({ 'pix.test': ['127.0.0.1'] })
    answer = (_request, reply) => reply.writeHead(404).end()
    await expect(read('https://pix.test/', reach)).rejects.toThrow('status 404')
    answer = () => {}
    await expect(fetchPublicFile('https://pix.test/', AbortSignal.timeout(50), reach)).rejects.toThrow('no answer')
    server.closeAllConnections()
  })
})
