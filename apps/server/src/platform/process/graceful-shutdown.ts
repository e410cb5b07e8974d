import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { stopListening } from '#platform/http/listen.ts'

// Time in which open connections may still send requests, because clients do not know yet about the shutdown.
const GRACE_MS = 2_000
const SILENT_GRACE_MS = 1_000
const POLL_MS = 25
// Time limit of the server's shutdown. Service managers allow ten seconds, in which the database must close too.
const LONGEST_MS = 7_000

const closingServers = new WeakSet<FastifyInstance['server']>()

export const isClosing = ({ server }: FastifyInstance): boolean => closingServers.has(server)

/** State of a connection: its pending responses, and the time of its last activity (`idleSince`). */
type OpenConnection = { answers: Set<ServerResponse>; idleSince: number; bytesRead: number }

function followConnections(fastify: FastifyInstance) {
  const { server } = fastify
  const open = new Map<Socket, OpenConnection>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { answers: new Set(), idleSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => open.delete(socket))
  })
  // Runs before the handlers of the app, because a handler may send its response immediately.
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const connection = open.get(socket)
    connection?.answers.add(response)
    if (isClosing(fastify)) response.shouldKeepAlive = false
    response.once('close', () => {
      connection?.answers.delete(response)
      if (connection) Object.assign(connection, { idleSince: performance.now(), bytesRead: socket.bytesRead })
    })
  })
  return open
}

/** Whether no response is pending, no request has begun to arrive, and the grace period of the connection is over. */
const isIdle = (socket: Socket, { answers, idleSince, bytesRead }: OpenConnection) =>
  answers.size === 0 &&
  socket.bytesRead === bytesRead &&
  performance.now() - idleSince >= (bytesRead === 0 ? SILENT_GRACE_MS : GRACE_MS)

/**
 * Graceful shutdown. The server stops accepting connections. It responds to requests that arrive within two seconds,
 * then closes all connections. Node's own `close` would wait for unused connections and ended streams, and cut off
 * arriving requests.
 */
export function enableGracefulShutdown(fastify: FastifyInstance) {
  const open = followConnections(fastify)
  fastify.addHook('preClose', async () => {
    const since = performance.now()
    closingServers.add(fastify.server)
    for (const connection of open.values()) {
      connection.idleSince = Math.max(connection.idleSince, since)
      for (const response of connection.answers) if (!response.headersSent) response.shouldKeepAlive = false
    }
    await stopListening(fastify.server)
    while (open.size > 0 && performance.now() - since < LONGEST_MS) {
      await sleep(POLL_MS)
      // Yields once so that requests are read, because timers run before pending I/O after a long tick.
      await new Promise(setImmediate)
      for (const [socket, connection] of open) if (isIdle(socket, connection)) socket.end()
    }
    for (const socket of open.keys()) socket.destroy()
  })
}
