import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { longBody, sendsLong } from './long-body.ts'

const socket = {} as Socket
const request = { socket } as IncomingMessage

test('a long body is cut off when nothing comes, or when it never ends', async () => {
  const silent = new PassThrough()
  silent.write('some')
  const got: string[] = []
  const read = async (body: PassThrough, patience: { idleMs: number; wholeMs: number }) => {
    for await (const chunk of longBody(request, body, patience)) {
      expect(sendsLong(socket)).toBe(true)
      got.push(chunk.toString())
    }
  }
  await expect(read(silent, { idleMs: 30, wholeMs: 10_000 })).rejects.toMatchObject({ code: 'bad-request' })
  expect(got).toEqual(['some'])
  expect(sendsLong(socket)).toBe(false)
  const endless = new PassThrough()
  const writing = setInterval(() => endless.write('x'), 5)
  await expect(read(endless, { idleMs: 10_000, wholeMs: 80 })).rejects.toMatchObject({ code: 'bad-request' })
  clearInterval(writing)
  const whole = new PassThrough()
  whole.end('all')
  await read(whole, { idleMs: 1_000, wholeMs: 1_000 })
  expect(got.at(-1)).toBe('all')
})
