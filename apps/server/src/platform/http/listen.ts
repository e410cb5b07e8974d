import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// Length of the accept queue. It is the kernel's maximum, because a thousand event streams may reconnect at once.
const BACKLOG = 4_096

// Time limit for emptying the accept queue. New connections may arrive endlessly if `shortenQueue` has no effect.
const LONGEST_QUEUE_MS = 500

// Errors for an address that this machine lacks. Without IPv6, `localhost` may still resolve to ::1.
const isMissingHere = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

const listeners = new WeakMap<Server, Server[]>()

async function openListener(server: FastifyInstance['server'], where: ListenOptions) {
  // Uses the same options as the listener of `node:http`.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen(where)
  await once(listener, 'listening')
  listeners.set(server, [...(listeners.get(server) ?? []), listener])
}

/** Returns the addresses of a host. `localhost` has two, because clients may use either (RFC 6761 §6.3). */
async function addressesOf(host: string): Promise<Set<string>> {
  const found = await lookup(host, { all: true })
  return new Set([...found.map(({ address }) => address), ...(host === 'localhost' ? ['127.0.0.1', '::1'] : [])])
}

/**
 * Listens on every address of a host name with one HTTP server. Its limits and graceful close apply to all addresses.
 * With several `processes`, the kernel distributes connections.
 * @throws the system's error, such as EADDRINUSE
 */
export async function listenOn(
  fastify: FastifyInstance,
  { host, port, processes = 1 }: { host: string; port: number; processes?: number },
) {
  await listenOnAll(fastify, await addressesOf(host), port, processes > 1)
}

// Longest wait for a port. Child processes of a killed app use the port for a moment.
const FREED_WITHIN_MS = 3_000
const PROBE_EVERY_MS = 100

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Waits up to three seconds for a free port. @throws the system's error, such as EADDRINUSE */
export async function refuseTakenPort({ host, port }: { host: string; port: number }) {
  if (port === 0) return // the system will choose a free port
  for (const end = performance.now() + FREED_WITHIN_MS; ; await sleep(PROBE_EVERY_MS))
    try {
      return await probePort(host, port)
    } catch (error) {
      if (!isTaken(error) || performance.now() >= end) throw error
    }
}

async function probePort(host: string, port: number) {
  for (const address of await addressesOf(host))
    try {
      const probe = createServer().listen({ host: address, port, exclusive: true })
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
    } catch (error) {
      if (!isMissingHere(error)) throw error
    }
}

/** Listens on these addresses. `reusePort` shares the port with other processes (SO_REUSEPORT, socket(7)). */
export async function listenOnAll(
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
      if (!isMissingHere(error)) throw error
      missing = error
    }
  }
  if (bound === undefined) throw missing
}

/** Calls `listen(2)` again, for which Node has no API. With a backlog of 0 the kernel accepts no connections. */
const shortenQueue = (listener: Server) =>
  (listener as { _handle?: { listen?: (backlog: number) => number } | null })._handle?.listen?.(0)

/** Stops accepting connections, but first accepts those in the accept queue, which closing would cut off. */
export async function stopListening(server: FastifyInstance['server']) {
  const all = [server, ...(listeners.get(server) ?? [])]
  let accepted = 0
  for (const listener of all) {
    listener.on('connection', () => accepted++)
    shortenQueue(listener)
  }
  // Each tick accepts at most one connection per listener (libuv, uv__server_io). Two idle ticks mean an empty queue.
  const end = performance.now() + LONGEST_QUEUE_MS
  for (let previous = -1; previous !== accepted && performance.now() < end; ) {
    previous = accepted
    for (let turn = 1; turn <= 2; turn++) await new Promise(setImmediate)
  }
  // Calls `close` of `net.Server`, because that of the HTTP server also closes connections between two requests.
  for (const listener of all) Server.prototype.close.call(listener)
}
