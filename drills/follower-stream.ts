import { type ClientRequest, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../e2e/client.ts'

const reconnectMs = 500

/** A follower's event stream, which reconnects with the last event id, like a browser. */
export type FollowerStream = {
  /** Ids of the posts in the events of the stream. */
  posts: Set<string>
  /** Time of the stream's last resync event, by `performance.now()`. */
  resyncAt: number
  close: () => void
}

/** Opens a stream that reconnects until `close`. */
export function openFollowerStream(origin: string, client: ApiClient): FollowerStream {
  const follower = { posts: new Set<string>(), resyncAt: 0, close: () => {} }
  const over = new AbortController()
  let lastId = ''
  let streamRequest: ClientRequest | undefined
  const handleEvent = (event: string, data: string) => {
    if (event === 'resync') follower.resyncAt = performance.now()
    if (event === 'post-arrived') follower.posts.add((JSON.parse(data) as { postId: string }).postId)
  }
  const once = () =>
    new Promise<void>((resolve) => {
      const headers = { cookie: client.cookie, ...(lastId && { 'last-event-id': lastId }) }
      streamRequest = request(`${origin}/api/events`, { headers }, (answer) => {
        let [event, id] = ['', '']
        createInterface({ input: answer })
          .on('line', (line) => {
            if (line.startsWith('event: ')) event = line.slice(7)
            if (line.startsWith('id: ')) id = line.slice(4)
            if (line.startsWith('data: ')) handleEvent(event, line.slice(6))
            if (line === '' && id) [lastId, id] = [id, '']
          })
          .on('error', () => {})
        answer.on('close', resolve).on('error', () => resolve())
      })
      streamRequest.on('error', () => resolve())
      streamRequest.end()
    })
  const keepConnected = async () => {
    while (!over.signal.aborted) {
      await once()
      await sleep(reconnectMs)
    }
  }
  void keepConnected()
  follower.close = () => {
    over.abort()
    streamRequest?.destroy()
  }
  return follower
}
