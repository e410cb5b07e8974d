import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { findFreePort } from '#testing/free-port.ts'
import { type NatsCredentials, type NatsServer, natsUrlOf } from './nats-server.ts'

type Client = { socket: Socket; topics: Map<string, string>; echo: boolean }

const info = { server_id: 'double', server_name: 'double', version: '2.9.0', proto: 1, headers: false }

/** Sends a message to the subscribers of its subject. */
function publish(clients: Iterable<Client>, from: Client, subject: string, payload: string) {
  for (const client of clients)
    for (const [sid, topic] of client.topics)
      if (topic === subject && (client.echo || client !== from))
        client.socket.write(`MSG ${subject} ${sid} ${payload.length}\r\n${payload}\r\n`)
}

/**
 * Executes a command of the NATS protocol. Returns the length of its payload and line end in `rest`, or -1 if the
 * payload is incomplete.
 */
function handleLine(
  clients: Set<Client>,
  client: Client,
  line: string,
  rest: string,
  access?: NatsCredentials,
): number {
  const [verb = '', first = '', second = '', third] = line.split(' ')
  const { socket, topics } = client
  if (verb === 'PING') socket.write('PONG\r\n')
  if (verb === 'SUB') topics.set(third ?? second, first)
  if (verb === 'UNSUB') topics.delete(first)
  if (verb === 'CONNECT') {
    const options = JSON.parse(line.slice(verb.length)) as Partial<NatsCredentials & { echo: boolean }>
    client.echo = options.echo !== false
    const isKnown = !access || (options.user === access.user && options.pass === access.pass)
    if (!isKnown) socket.end("-ERR 'Authorization Violation'\r\n")
  }
  if (verb !== 'PUB') return 0
  const length = Number(third ?? second)
  if (rest.length < length + 2) return -1
  publish(clients, client, first, rest.slice(0, length))
  return length + 2
}

function serveClient(clients: Set<Client>, socket: Socket, access?: NatsCredentials) {
  const client: Client = { socket, topics: new Map(), echo: true }
  clients.add(client)
  let text = ''
  socket.on('data', (part) => {
    text += part.toString('latin1')
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const consumed = handleLine(clients, client, text.slice(0, end), text.slice(end + 2), access)
      if (consumed < 0) return
      text = text.slice(end + 2 + consumed)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => clients.delete(client))
  socket.write(`INFO ${JSON.stringify({ ...info, max_payload: 1e6, auth_required: access !== undefined })}\r\n`)
}

/** Starts a small NATS server in this process, for machines without `nats-server`. */
export async function startNatsDouble(access?: NatsCredentials): Promise<NatsServer> {
  const port = await findFreePort()
  const clients = new Set<Client>()
  let server: Server | undefined
  return {
    url: natsUrlOf(port, access),
    start: async () => {
      server = createServer((socket) => serveClient(clients, socket, access)).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    stop: async () => {
      if (!server?.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const { socket } of clients) socket.destroy()
      await closed
    },
  }
}
