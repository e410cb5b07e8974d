import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sending rate. `stall` adds one pause of `ms` before the byte `at`. */
export type SendRate = { bytesPerSecond: number; stall?: { at: number; ms: number } }

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

const SLICES_A_SECOND = 20

export const toBytesPerSecond = (kilobits: number) => (kilobits * 1000) / 8

/** Writes bytes at this rate, until all are sent or the connection closes. */
export async function writeSlowly(
  socket: Pick<Socket, 'destroyed'> & { write: (bytes: Buffer) => unknown },
  bytes: Buffer,
  { bytesPerSecond, stall }: SendRate,
): Promise<void> {
  const size = Math.max(1, Math.round(bytesPerSecond / SLICES_A_SECOND))
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    if (stall && stall.at >= at && stall.at < at + size) await sleep(stall.ms)
    socket.write(bytes.subarray(at, at + size))
    await sleep(1000 / SLICES_A_SECOND)
  }
}

function parseRawResponse(text: string): RawResponse | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.split(': ')[1]]))
  const body = text.slice(end + 4)
  if (body.length < Number(headers['content-length'] ?? 0)) return null
  return { status: Number(first.split(' ')[1]), headers, body }
}

/** Returns the first response on a socket; null if the connection closes without a response. */
export function readRawResponse(socket: Socket): Promise<RawResponse | null> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (data: Buffer) => {
      text += data.toString()
      const answer = parseRawResponse(text)
      if (answer) resolve(answer)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(null))
  })
}

/** Resolves when a connection has closed. */
export const waitForSocketClose = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Opens a connection and sends the headers of a request. */
export function sendHeaders(address: URL, line: string, headers: Record<string, string | number>): Socket {
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  socket.write(formatRequestHead(line, headers))
  return socket
}

export const formatRequestHead = (line: string, headers: Record<string, string | number>) =>
  `${line} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
