import { vi } from 'vitest'

/** A live stream as the browser holds it, with the server's end of it. */
export class ServerStream extends EventTarget {
  readonly address: string
  isClosed = false
  readyState = 0

  constructor(address: string) {
    super()
    this.address = address
  }

  close() {
    this.isClosed = true
  }

  /** As a browser does when the answer is not an event stream: it gives up. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }

  /** `lastEventId`: as the browser keeps it, of this event or of one before. */
  tell(message: { type: string }, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(message.type, { data: JSON.stringify(message), lastEventId }))
  }
}

/** Takes over `EventSource`, and gives the streams the browser opens from now on: where the server would write. */
export function serverStreams(): ServerStream[] {
  const streams: ServerStream[] = []
  class Kept extends ServerStream {
    constructor(address: string) {
      super(address)
      streams.push(this)
    }
  }
  vi.stubGlobal('EventSource', Kept)
  return streams
}
