import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Length of the accept queue. Uses the kernel's maximum, because a thousand event streams may reconnect at once.
const BACKLOG = 4_096

// Time limit for emptying the accept queue. If `shortenQueue` has no effect, new connections may keep arriving.
const LONGEST_QUEUE_MS = 500

// Errors for an address that this machine does not have. Without IPv6, `localhost` may still resolve to ::1.
const isMissingAddress = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

const listeners = new WeakMap<Server, Server[]>()

async function openListener(server: FastifyInstance['server'], where: ListenOptions) {
  // Uses the same options as the listener that `node:http` creates.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen(where)
  await once(listener, 'listening')
  listeners.set(server, [...(listeners.get(server) ?? []), listener])
}

/** Returns the addresses of a host. `localhost` has two addresses, because clients may use either (RFC 6761 §6.3). */
async function resolveHost(host: string): Promise<Set<string>> {
  const found = await lookup(host, { all: true })
  return new Set([...found.map(({ address }) => address), ...(host === 'localhost' ? ['127.0.0.1', '::1'] : [])])
}

/**
 * Listens on all addresses of a host name with one HTTP server. So the limits and the graceful close of the server
 * apply to all addresses. With several `processes`, the kernel distributes connections.
 * @throws the system's error, such as EADDRINUSE
 */
export async function listenOnHost(
  fastify: FastifyInstance,
  { host, port, processes = 1 }: { host: string; port: number; processes?: number },
) {
  await listenOnAddresses(fastify, await resolveHost(host), port, processes > 1)
}

// Longest wait for a port. Child processes of a killed app keep the port for a moment.
const PORT_TIMEOUT_MS = 3_000
const PROBE_EVERY_MS = 100

const isPortInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Waits up to three seconds until the port is free. @throws the system's error, such as EADDRINUSE */
export async function waitForFreePort({ host, port }: { host: string; port: number }) {
  if (port === 0) return // with port 0 the system chooses a free port
  for (const end = performance.now() + PORT_TIMEOUT_MS; ; await sleep(PROBE_EVERY_MS))
    try {
      return await probePort(host, port)
    } catch (error) {
      if (!isPortInUse(error) || performance.now() >= end) throw error
    }
}

async function probePort(host: string, port: number) {
  for (const address of await resolveHost(host))
    try {
      const probe = createServer().listen({ host: address, port, exclusive: true })
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
    } catch (error) {
      if (!isMissingAddress(error)) throw error
    }
}

/** Listens on these addresses. `reusePort` shares the port with other processes (SO_REUSEPORT, socket(7)). */
export async function listenOnAddresses(
  fastify: FastifyInstance,
  addresses: Iterable<string>,
  port: number,
  reusePort = false,
) {
  let bound: number | undefined
  let missing: unknown
  for (const address of addresses) {
    const where = { host: address, port: bound ?? port, backlog: BACKLOG, reusePort }
    try {
      if (bound === undefined) await fastify.listen(where)
      else await openListener(fastify.server, where)
      bound ??= (fastify.server.address() as AddressInfo).port
    } catch (error) {
      if (!isMissingAddress(error)) throw error
      missing = error
    }
  }
  if (bound === undefined) throw missing
}

// Calls `listen(2)` again with backlog 0: the kernel then accepts no connections. Node has no API for this.
const shortenQueue = (listener: Server) =>
  (listener as { _handle?: { listen?: (backlog: number) => number } | null })._handle?.listen?.(0)

/** Stops accepting connections. First accepts those in the accept queue, because closing would reset them. */
export async function stopListening(server: FastifyInstance['server']) {
  const all = [server, ...(listeners.get(server) ?? [])]
  let accepted = 0
  for (const listener of all) {
    listener.on('connection', () => accepted++)
    shortenQueue(listener)
  }
  // A listener accepts at most one connection per tick (libuv, uv__server_io). After two idle ticks the queue is empty.
  const end = performance.now() + LONGEST_QUEUE_MS
  for (let previous = -1; previous !== accepted && performance.now() < end; ) {
    previous = accepted
    for (let tick = 1; tick <= 2; tick++) await new Promise(setImmediate)
  }
  // Calls `close` of `net.Server`, because that of the HTTP server also closes idle keep-alive connections.
  for (const listener of all) Server.prototype.close.call(listener)
}
