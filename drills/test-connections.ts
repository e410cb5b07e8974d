import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningApp } from '../e2e/app.ts'
import type { DrillInstance } from './drill-instance.ts'

/** Opens a connection and sends `first`. `isOpen` is true until either side closes it. */
function open({ origin }: RunningApp, first: string, localAddress = '127.0.0.1') {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress })
  const found = { socket, isOpen: true, bytes: 0, head: '' }
  socket.on('error', () => {})
  socket.on('close', () => (found.isOpen = false))
  socket.on('data', (chunk: Buffer) => {
    if (found.bytes === 0) found.head = chunk.toString('latin1', 0, 15)
    found.bytes += chunk.length
  })
  socket.on('connect', () => socket.write(first))
  return found
}

const sendOneByte = (socket: Socket) => socket.writable && socket.write('x')

/**
 * Opens slow connections for some seconds. A third send headers, and a third send bodies, one byte a second. The rest
 * do not read the response of the feed. Returns a text with the number of connections that the app closed.
 */
export async function openSlowConnections(
  { app, client }: DrillInstance,
  count: number,
  seconds: number,
): Promise<string> {
  const head = (line: string) => `${line} HTTP/1.1\r\nhost: ${new URL(app.origin).host}\r\ncookie: ${client.cookie}\r\n`
  const json = 'content-type: application/json\r\ncontent-length: 9999'
  const bodied = `${head('POST /users')}origin: ${app.origin}\r\n${json}\r\n\r\n`
  const kinds = [`${head('GET /api/feed')}x-slow: `, bodied, `${head('GET /api/feed')}\r\n`]
  const all = Array.from({ length: count }, (_, n) => open(app, kinds[n % 3] ?? ''))
  for (const [n, { socket }] of all.entries()) if (n % 3 === 2) socket.once('connect', () => socket.pause())
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    for (const [n, { socket }] of all.entries()) if (n % 3 !== 2) sendOneByte(socket)
  }
  const ended = all.filter(({ isOpen }) => !isOpen).length
  for (const { socket } of all) socket.destroy()
  return `${ended} of ${count} ended by the app`
}

// Uses eight loopback addresses. Each has only about 28,000 ports, and a port remains in use for a minute after its
// close.
const loopback = (n: number) => `127.0.0.${2 + (n % 8)}`

/**
 * Opens idle event streams, `each` streams per cookie. `open` returns the number of open streams; `close` closes all.
 */
export async function openIdleStreams(app: RunningApp, cookies: string[], each: number) {
  const all: ReturnType<typeof open>[] = []
  const isOpen = ({ isOpen: isConnected, head }: ReturnType<typeof open>) =>
    isConnected && head.startsWith('HTTP/1.1 200')
  for (const [n, cookie] of cookies.entries()) {
    const request = `GET /api/events HTTP/1.1\r\nhost: ${new URL(app.origin).host}\r\ncookie: ${cookie}\r\n\r\n`
    const own = Array.from({ length: each }, () => open(app, request, loopback(n)))
    all.push(...own)
    for (let tries = 0; !own.every(isOpen) && tries < 1_000; tries++) await sleep(5)
  }
  return {
    open: () => all.filter(isOpen).length,
    close: () => {
      for (const { socket } of all) socket.destroy()
    },
  }
}
