import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// As many as the kernel allows may wait to be taken in: a thousand event streams come at once after a pause.
const BACKLOG = 4_096

// Where the queue cannot be shortened, new ones may come for ever.
const LONGEST_QUEUE_MS = 500

// A machine without IPv6 names ::1 all the same.
const isMissingHere = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')

/** Sockets that take connections in for an HTTP server beside its own. */
const listeners = new WeakMap<Server, Server[]>()

async function openListener(server: FastifyInstance['server'], where: ListenOptions) {
  // As `node:http` makes its own.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen(where)
  await once(listener, 'listening')
  listeners.set(server, [...(listeners.get(server) ?? []), listener])
}

/**
 * The addresses of a name. Both of loopback for `localhost`, whatever /etc/hosts says (RFC 6761 §6.3): browsers and
 * other clients go to either without asking.
 */
async function addressesOf(host: string): Promise<Set<string>> {
  const found = await lookup(host, { all: true })
  return new Set([...found.map(({ address }) => address), ...(host === 'localhost' ? ['127.0.0.1', '::1'] : [])])
}

/**
 * Listens on every address of a name, `localhost` having two, with one server behind: its limits and its orderly close
 * hold for all of them; so many `processes` that listen there share what comes.
 * @throws what the system says, such as EADDRINUSE, of any address that this machine has.
 */
export async function listenOn(
  fastify: FastifyInstance,
  { host, port, processes = 1 }: { host: string; port: number; processes?: number },
) {
  await listenOnAll(fastify, await addressesOf(host), port, processes > 1)
}

// After an app was killed, its child processes hold the port for a moment.
const FREED_WITHIN_MS = 3_000
const PROBE_EVERY_MS = 100

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Makes sure, before anything is loaded, that the port `listenOn` will use is free; waits three seconds for it.
 * @throws the system's error, such as EADDRINUSE
 */
export async function refuseTakenPort({ host, port }: { host: string; port: number }) {
  if (port === 0) return // the system picks a free one
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

/**
 * Listens on addresses as `listenOn`; port 0 is the same free one for all. `reusePort`: beside other processes, among
 * which the kernel deals connections out (SO_REUSEPORT, socket(7)).
 */
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

/** `listen(2)` once more, which Node offers nowhere: with nothing to wait in, the kernel lets nobody else in. */
const shortenQueue = (listener: Server) =>
  (listener as { _handle?: { listen?: (backlog: number) => number } | null })._handle?.listen?.(0)

/**
 * Takes no connection in any more; those that are open stay. Whoever waits to be taken in already, and may have asked
 * something, still is: closing would cut them off.
 */
export async function stopListening(server: FastifyInstance['server']) {
  const all = [server, ...(listeners.get(server) ?? [])]
  let taken = 0
  for (const listener of all) {
    listener.on('connection', () => taken++)
    shortenQueue(listener)
  }
  // Each turn of the loop takes in one at most (libuv, uv__server_io): two without mean that nobody waits.
  const end = performance.now() + LONGEST_QUEUE_MS
  for (let before = -1; before !== taken && performance.now() < end; ) {
    before = taken
    for (let turn = 1; turn <= 2; turn++) await new Promise(setImmediate)
  }
  // The HTTP server's own `close` would cut off what waits between two requests.
  for (const listener of all) Server.prototype.close.call(listener)
}
