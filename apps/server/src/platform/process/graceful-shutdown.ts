import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { stopListening } from '#platform/http/listen.ts'

// A client may be sending its next request while it cannot know yet: so long every connection is still answered.
const GRACE_MS = 2_000
const SILENT_GRACE_MS = 1_000
const LOOK_EVERY_MS = 25
// Service managers kill after ten seconds or more (security.md §7, F07); the database is closed after this.
const LONGEST_MS = 7_000

const closingServers = new WeakSet<FastifyInstance['server']>()

/** Whether the graceful shutdown of a server has begun. */
export const isClosing = ({ server }: FastifyInstance): boolean => closingServers.has(server)

/** A connection: what it waits for, and since when it waits for nothing. */
type Open = { answers: Set<ServerResponse>; idleSince: number; bytesRead: number }

function followConnections(fastify: FastifyInstance) {
  const { server } = fastify
  const open = new Map<Socket, Open>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { answers: new Set(), idleSince: performance.now(), bytesRead: 0 })
    socket.once('close', () => open.delete(socket))
  })
  // Before the handlers of the app, which may answer at once.
  server.prependListener('request', ({ socket }, answer: ServerResponse) => {
    const own = open.get(socket)
    own?.answers.add(answer)
    if (isClosing(fastify)) answer.shouldKeepAlive = false
    answer.once('close', () => {
      own?.answers.delete(answer)
      if (own) Object.assign(own, { idleSince: performance.now(), bytesRead: socket.bytesRead })
    })
  })
  return open
}

/** Whether nobody waits on a connection: no answer is due, and no request has begun to arrive. */
const isIdle = (socket: Socket, { answers, idleSince, bytesRead }: Open) =>
  answers.size === 0 &&
  socket.bytesRead === bytesRead &&
  performance.now() - idleSince >= (bytesRead === 0 ? SILENT_GRACE_MS : GRACE_MS)

/**
 * Graceful shutdown. When the server closes, it takes no connection in any more, answers what was asked and what
 * arrives within two seconds on the connections it has, and says with every answer that it is the connection's last.
 * Then the rest is ended: Node's own closing waits for connections that have not asked anything yet, which browsers
 * open ahead, and for streams just ended, and cuts off a request that is on its way.
 */
export function shutDownGracefully(fastify: FastifyInstance) {
  const open = followConnections(fastify)
  fastify.addHook('preClose', async () => {
    const since = performance.now()
    closingServers.add(fastify.server)
    for (const own of open.values()) {
      own.idleSince = Math.max(own.idleSince, since)
      for (const answer of own.answers) if (!answer.headersSent) answer.shouldKeepAlive = false
    }
    await stopListening(fastify.server)
    while (open.size > 0 && performance.now() - since < LONGEST_MS) {
      await sleep(LOOK_EVERY_MS)
      // After a long turn of the loop, timers come before what has arrived meanwhile; now that is read too.
      await new Promise(setImmediate)
      for (const [socket, own] of open) if (isIdle(socket, own)) socket.end()
    }
    for (const socket of open.keys()) socket.destroy()
  })
}
