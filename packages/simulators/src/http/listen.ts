import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Faults, faultResponse } from './faults.ts'
import type { Handler, WireRequest, WireResponse } from './http-routing.ts'

// Uses `getBuiltinModule`, because importing `node:http` makes Node load all of `fetch`, which takes 60 ms.
const { createServer } = process.getBuiltinModule('node:http')

export type ListeningServer = { url: string; close(): Promise<void> }

const maxBytes = 1_000_000

/**
 * Starts an HTTP server on loopback only. `port` 0 means any free port. Refuses requests with a foreign Host header, to
 * prevent DNS rebinding. Also refuses requests that a proxy has forwarded.
 */
export async function listenOnLoopback(
  handler: Handler,
  { port, faults, log }: { port: number; faults?: Faults; log(line: string): void },
): Promise<ListeningServer> {
  const server = createServer((incoming, response) => {
    respond(handler, faults, incoming, response).catch((error: unknown) => {
      log(`simulator failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      send(response, { status: 500, headers: {}, body: '' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  handler: Handler,
  faults: Faults | undefined,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isForeign = !isOwnHost(incoming.headers.host) || isForwarded(incoming)
  if (isForeign) return send(response, { status: 421, headers: {}, body: 'Unknown host' })
  const request = await read(incoming)
  if (!request) return send(response, { status: 413, headers: {}, body: '' })
  const fault = faults?.take(request.path)
  const faultAnswer = fault && faultResponse(fault)
  if (faultAnswer) return send(response, faultAnswer)
  const answer = await handler(request)
  send(response, fault ? 'drop' : answer)
}

function send(response: ServerResponse, answer: WireResponse): void {
  if (answer === 'hang' || response.destroyed) return
  if (answer === 'drop') return void response.destroy()
  response.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.body), ...answer.headers })
  response.end(answer.body)
}

async function read(incoming: IncomingMessage): Promise<WireRequest | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes) return
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  const { method = 'GET', headers } = incoming
  return { method, path: pathname, query: searchParams, headers, raw: Buffer.concat(chunks) }
}

function isOwnHost(host = ''): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)
}

const isForwarded = ({ headers }: IncomingMessage) =>
  Object.keys(headers).some((name) => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-'))
