import type { AddressInfo } from 'node:net'
import { LiveMessage } from '@pawtrait/contract/feed.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { newId } from '#platform/database/id.ts'
import type { TestUser } from './fixtures.ts'
import type { TestServer } from './server.ts'

/**
 * Message that a test sends last. When it arrives, all earlier messages have arrived. It is not a `resync`, because a
 * server sends at most one `resync` a minute.
 */
export const markerMessage: LiveMessage = { type: 'order', orderId: newId(new Date(0)) }

/** Returns the URL of a listening server's event stream. */
export const getEventStreamUrl = ({ app }: TestServer) =>
  `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/api/events`

/**
 * Returns a function that opens an event stream as a browser does, and keeps the last event id. `next` returns the next
 * message, and skips messages with an id in `had`. `closed` resolves when the server ends the stream.
 */
export const createStreamClient =
  (server: TestServer) =>
  async (who: TestUser, headers: Record<string, string> = {}, had = new Set<string>()) => {
    const abort = new AbortController()
    const answer = await fetch(getEventStreamUrl(server), {
      headers: { cookie: who.cookie, ...headers },
      signal: abort.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const queue: LiveMessage[] = []
    let [text, lastId] = ['', headers['last-event-id'] ?? '']
    const take = (part: string) => {
      const [id, json] = [/^id: (.*)$/m.exec(part)?.[1], /^data: (.*)$/m.exec(part)?.[1]]
      const isKnown = id !== undefined && had.has(id)
      if (id !== undefined) {
        lastId = id
        had.add(id)
      }
      if (!json) return
      const message = v.parse(LiveMessage, JSON.parse(json))
      if (!isKnown && message.type !== 'caught-up') queue.push(message)
    }
    const read = async () => {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      text += value ?? ''
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) take(part)
      return done
    }
    await read()
    return {
      next: async () => {
        while (queue.length === 0) if (await read()) throw new Error('the stream ended')
        return queue.shift()
      },
      closed: async () => {
        while (!(await read()));
        return true
      },
      read,
      leave: () => abort.abort(),
      had,
      lastId: () => lastId,
    }
  }
