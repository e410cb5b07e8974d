import { vi } from 'vitest'

/** Fake EventSource that also acts as the server: tests use it to send events and to refuse the stream. */
export class FakeEventSource extends EventTarget {
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

  /** Simulates a response that is not an event stream. After such a response, a browser does not reconnect. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }

  /** Sends an event. `lastEventId`: id of this event, or of the latest earlier event that had an id. */
  tell(message: { type: string }, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(message.type, { data: JSON.stringify(message), lastEventId }))
  }
}

/** Replaces `EventSource`. Returns the streams opened from now on. */
export function fakeEventSources(): FakeEventSource[] {
  const streams: FakeEventSource[] = []
  class RecordedStream extends FakeEventSource {
    constructor(address: string) {
      super(address)
      streams.push(this)
    }
  }
  vi.stubGlobal('EventSource', RecordedStream)
  return streams
}
