import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { HOUR_MS } from '@pawtrait/contract/durations.ts'
import { Problem } from '#platform/problem.ts'

/** Limits for receiving a long body. While the server does not read, only the limit `totalMs` keeps running. */
export type BodyLimits = {
  idleMs: number
  totalMs: number
  /** Minimum average rate after `graceMs`. Protects from slowloris attacks. */
  minBytesPerSecond: number
  graceMs: number
}

const slowLoris = { minBytesPerSecond: 1024, graceMs: 60_000 }

/** Limits for a photo, or for a chunk of a photo. The largest photo takes 42 minutes at 100 kbit/s. */
export const uploadLimits: BodyLimits = { idleMs: 20_000, totalMs: HOUR_MS, ...slowLoris }

export const importLimits: BodyLimits = { idleMs: 30_000, totalMs: 3 * HOUR_MS, ...slowLoris }

const longRequests = new WeakMap<Socket, IncomingMessage>()

/** Whether the current request of a connection has a `LongBody`. Such a request has no `requestTimeout`. */
export const hasLongBody = (socket: Socket): boolean => longRequests.get(socket)?.complete === false

/**
 * A request body with limits for its progress, which replace `requestTimeout`. Time counts from construction. If the
 * body breaks off, the reader first gets all received bytes, then the Problem 'request-timeout'.
 */
export class LongBody {
  private readonly request: IncomingMessage
  private readonly limits: BodyLimits
  private readonly startedAt = performance.now()
  private waitedMs = 0
  private receivedBytes = 0
  private isStopped = false
  private giveUp = () => {}
  private error: Problem | null = null

  constructor(request: IncomingMessage, limits: BodyLimits) {
    this.request = request
    this.limits = limits
    longRequests.set(request.socket, request)
  }

  get brokenOff(): Problem | null {
    return this.error
  }

  stop(): void {
    this.isStopped = true
    this.giveUp()
  }

  /**
   * Yields the chunks of `body`: the request itself, or a file in a multipart form.
   * @throws Problem 'request-timeout' when the body breaks off or is too slow, 'bad-request' when it is malformed
   */
  async *read(body: Readable): AsyncGenerator<Buffer> {
    // Does not destroy the request, because that destroys the connection, and then no response can be sent.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>
    let isWaiting = false
    try {
      for (;;) {
        isWaiting = true
        const next = await this.wait(chunks.next())
        isWaiting = false
        if (next.done) return
        this.receivedBytes += next.value.length
        yield next.value
      }
    } finally {
      // Ends the iterator, so that the rest of the body can be drained. While `next` is pending, `return` would wait.
      if (!isWaiting) await chunks.return?.()
    }
  }

  /** Waits for a chunk as long as the limits allow. @throws Problem 'request-timeout', 'bad-request' */
  async wait<T>(chunk: Promise<T>): Promise<T> {
    const from = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      return await new Promise<T>((resolve, reject) => {
        this.giveUp = () => reject(this.breakOff())
        chunk.then(resolve, () => (this.isConnectionLost() ? this.giveUp() : reject(malformedForm())))
        if (this.isStopped) this.giveUp()
        timer = setTimeout(this.giveUp, this.allowedMs())
      })
    } finally {
      clearTimeout(timer)
      this.giveUp = () => {}
      this.waitedMs += performance.now() - from
    }
  }

  private breakOff(): Problem {
    this.error ??= new Problem('request-timeout', 'The upload broke off.')
    return this.error
  }

  private isConnectionLost(): boolean {
    return this.request.destroyed && !this.request.complete
  }

  private allowedMs(): number {
    const { idleMs, totalMs, minBytesPerSecond, graceMs } = this.limits
    const byRate = graceMs + (this.receivedBytes / minBytesPerSecond) * 1000 - this.waitedMs
    return Math.max(0, Math.min(idleMs, byRate, this.startedAt + totalMs - performance.now()))
  }
}

const malformedForm = () => new Problem('bad-request', 'The form could not be read.')
