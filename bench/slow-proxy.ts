import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { slow4g } from './page-times.ts'

/** Properties of a network: latency in ms for each request, and throughput in bytes per second. */
export type Network = { latencyMs: number; bytesPerSecond: number }

export const fastNetwork: Network = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY }

export const slowNetwork: Network = { latencyMs: slow4g.latency, bytesPerSecond: slow4g.downloadThroughput }

/**
 * Starts a proxy that emulates a network in front of a server, and counts the bytes to the browser. Unlike the network
 * conditions of the DevTools protocol, the proxy also sees the requests of a service worker.
 */
export async function startSlowProxy(target: URL) {
  const proxy = { origin: '', network: fastNetwork, receivedBytes: 0, stop: () => {} }
  const sockets = new Set<Socket>()
  // All connections of the proxy share the throughput.
  let freeAt = 0
  const server = createServer((browser) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    for (const [socket, other] of [[browser, upstream] as const, [upstream, browser] as const]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(socket)
          other.end()
        })
    }
    browser.on('data', (chunk) => void setTimeout(() => upstream.write(chunk), proxy.network.latencyMs))
    upstream.on('data', (chunk) => {
      proxy.receivedBytes += chunk.length
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + (chunk.length / proxy.network.bytesPerSecond) * 1000
      if (freeAt <= now) browser.write(chunk)
      else setTimeout(() => browser.write(chunk), freeAt - now)
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  proxy.stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return proxy
}

export type SlowProxy = Awaited<ReturnType<typeof startSlowProxy>>
