import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { enableGracefulShutdown } from '#platform/process/graceful-shutdown.ts'
import { listenOnAddresses, listenOnHost, waitForFreePort } from './listen.ts'

// Two loopback addresses (Linux has all of 127.0.0.0/8), and an address that no machine has (TEST-NET-1, RFC 5737).
const [first, second, elsewhere] = ['127.0.0.1', '127.0.0.2', '192.0.2.1']

function aServer() {
  const fastify = Fastify({ return503OnClosing: false })
  enableGracefulShutdown(fastify)
  fastify.get('/', async (_request, reply) => {
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1\n\n')
    return reply.hijack()
  })
  return fastify
}

/** Opens several streams at once. Returns the first line of each response. */
const openStreams = (host: string, port: number, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, host)
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      try {
        const [begin] = (await once(socket, 'data')) as [Buffer]
        return { socket, firstLine: begin.toString().split('\r\n', 1)[0] }
      } catch (error) {
        return { socket, firstLine: String(error) }
      }
    }),
  )

it('listenOnAddresses serves 1,000 concurrent streams per address until a shutdown closes all of them', async () => {
  const fastify = aServer()
  await listenOnAddresses(fastify, [first, second, elsewhere], 0)
  const { port } = fastify.server.address() as AddressInfo
  const opened = [...(await openStreams(first, port, 1_000)), ...(await openStreams(second, port, 1_000))]
  expect(new Set(opened.map(({ firstLine: began }) => began))).toEqual(new Set(['HTTP/1.1 200 OK']))
  const ended = opened.map(({ socket }) => once(socket, 'close'))
  const connections = await new Promise((resolve) => fastify.server.getConnections((_error, count) => resolve(count)))
  expect(connections).toBe(1_000)
  for (const { socket } of opened) socket.end()
  await Promise.all([fastify.close(), ...ended])
  for (const host of [first, second])
    await expect(once(connect(port, host), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
}, 30_000)

it('listenOnAddresses rejects if one address is in use, or if this machine has none of the addresses', async () => {
  const other = createServer().listen(0, second)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const fastify = aServer()
  await expect(listenOnAddresses(fastify, [first, second], port)).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  await expect(listenOnAddresses(aServer(), [elsewhere], 0)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
  await fastify.close()
  other.close()
})

it('waitForFreePort waits up to three seconds for a port to become free, and then rejects', async () => {
  const holder = createServer().listen(0, first)
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const waiting = waitForFreePort({ host: first, port })
  waiting.catch(() => {})
  // These attempts fail, so the port is still taken. `waitForFreePort` made its first attempt before them.
  for (let probe = 0; probe < 3; probe++)
    await expect(once(createServer().listen(port, first), 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  holder.close()
  await expect(waiting).resolves.toBeUndefined()
  const stays = createServer().listen(port, first)
  await once(stays, 'listening')
  await expect(waitForFreePort({ host: first, port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  stays.close()
})

it('listenOnHost accepts connections for localhost on 127.0.0.1 and, where it exists, on ::1', async () => {
  const fastify = aServer()
  await listenOnHost(fastify, { host: 'localhost', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  const own = Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? [])
  for (const host of ['127.0.0.1', '::1'].filter((address) => own.includes(address))) {
    const [stream] = await openStreams(host, port, 1)
    expect([host, stream?.firstLine]).toEqual([host, 'HTTP/1.1 200 OK'])
    stream?.socket.destroy()
  }
  await fastify.close()
})
