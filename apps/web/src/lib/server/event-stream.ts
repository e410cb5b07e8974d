import { recordStreamState } from './load-chunk.ts'

type StreamOptions = {
  /** URL of the event stream of this server. */
  address: string
  /** Id of the viewer. Tabs of different accounts share no connection. */
  viewer: string
  /** Names of the events to receive. The data of each event is JSON. */
  types: readonly string[]
  onMessage: (message: unknown) => void
  /** Called when messages may have been missed. The caller must refetch the data on screen. */
  onGap: () => void
}

const CHANNEL_NAME = 'pawtrait-live'

// Time in ms after which a hidden page may have been frozen. A frozen page may have missed messages.
const HIDDEN_MS = 60_000

const UP_TO_DATE_MS = 2_000

// Exponential backoff when the server refuses the stream, for example during a restart.
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const CLOSED = 2 // The value of EventSource.CLOSED.

const now = () => new Date().getTime()

// Number of remembered event ids: enough to recognise repeats after a reconnect.
const MAX_EVENT_IDS = 300

/** An event with its id, or `'gap'` if events may be missing. */
type Delivery = { message: unknown; id: string } | 'gap'

/**
 * Deduplicates events, because the server delivers each event at least once. Remembers recent event ids and the last
 * one.
 */
function createEventMemory() {
  const ids = new Set<string>()
  let last = ''
  return {
    last: () => last,
    /**
     * Returns whether the event is new. An event without an id always counts as new: the browser reports the previous
     * id for it.
     */
    take: (id: string) => {
      if (id === last) return true
      last = id
      if (ids.has(id)) return false
      ids.add(id)
      const [oldest = ''] = ids
      if (ids.size > MAX_EVENT_IDS) ids.delete(oldest)
      return true
    },
  }
}

/**
 * Subscribes to the server's event stream. All tabs of a viewer share one connection, because browsers allow six
 * HTTP/1.1 connections per host. Leader election by Web Lock: the leader listens to the stream and broadcasts messages.
 * When the leader closes, another tab takes over.
 * @returns the function to unsubscribe
 */
export function subscribeToEventStream({ address, viewer, types, onMessage, onGap }: StreamOptions): () => void {
  const name = `${CHANNEL_NAME}-${viewer}`
  const tabs = new BroadcastChannel(name)
  const controller = new AbortController()
  const { signal } = controller
  const events = createEventMemory()
  const receive = (delivery: Delivery) => {
    if (delivery === 'gap') onGap()
    else if (events.take(delivery.id)) onMessage(delivery.message)
  }
  const broadcast = (delivery: Delivery) => {
    receive(delivery)
    tabs.postMessage(delivery)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Delivery>) => receive(data), { signal })
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const startedAt = now()
  const lead = async () => {
    // A new leader has missed the events since the old leader closed, unless this tab has just started.
    const mayHaveMissed = now() - startedAt > UP_TO_DATE_MS
    listen({ address, types, tell: broadcast, missed: mayHaveMissed, from: mayHaveMissed ? events.last() : '', signal })
    await aborted
  }
  if (navigator.locks)
    navigator.locks.request(name, { signal }, lead).catch(() => {}) // aborted
  // Without locks, as on plain HTTP, each tab opens its own stream and broadcasts nothing.
  else listen({ address, types, tell: receive, missed: false, from: '', signal })
  watchAbsence(onGap, signal)
  return () => {
    controller.abort()
    tabs.close()
  }
}

type ListenOptions = Pick<StreamOptions, 'address' | 'types'> & {
  tell: (delivery: Delivery) => void
  /** True if events before the start of this connection may be missing. */
  missed: boolean
  /** Id of the last event received by any tab; '' for none. */
  from: string
  signal: AbortSignal
}

/**
 * Opens the stream, and reopens it after an error response, because EventSource does not reconnect then. If the request
 * contains the last event id, the server sends the missed events or a resync. Without this id, this function reports a
 * gap.
 */
function listen({ address, types, tell, missed, from, signal }: ListenOptions) {
  const open = (startId: string) => {
    const stream = new EventSource(startId === '' ? address : `${address}&lastEventId=${startId}`)
    const close = () => {
      stream.close()
      recordStreamState(true)
    }
    let [last, wasOpen] = [startId, false]
    signal.addEventListener('abort', close, { once: true })
    stream.addEventListener('open', () => {
      recordStreamState(true)
      if (missed && last === '') tell('gap')
      missed = wasOpen = true
    })
    const handleEvent = ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId || last
      tell({ message: JSON.parse(data) as unknown, id: lastEventId })
    }
    for (const type of types) stream.addEventListener(type, handleEvent)
    stream.addEventListener('error', () => {
      // Even if the stream was never open, events since the server rendered the page may be missing.
      missed = true
      if (wasOpen) recordStreamState(false)
      if (stream.readyState !== CLOSED || signal.aborted) return
      signal.removeEventListener('abort', close)
      // If the stream was never open, the server may have refused its event id, so the retry sends none.
      void waitUntilAccepted(address, signal).then((isAccepted) =>
        isAccepted ? open(wasOpen ? last : '') : recordStreamState(true),
      )
    })
  }
  open(from)
}

/**
 * Polls until the server accepts a stream, because EventSource hides the status. Returns false if the viewer is logged
 * out or the signal is aborted.
 */
async function waitUntilAccepted(address: string, signal: AbortSignal): Promise<boolean> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (signal.aborted) return false
    const request = new AbortController()
    const response = await fetch(address, { signal: request.signal }).catch(() => null)
    request.abort() // The response body is not needed, only the status.
    if (signal.aborted || response?.status === 401) return false
    if (response?.ok) return true
  }
}

/**
 * Reports a gap when the network is back. Also reports a gap when a page is shown that was hidden for over a minute.
 */
function watchAbsence(onGap: () => void, signal: AbortSignal) {
  let hiddenAt = 0
  window.addEventListener('online', onGap, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') hiddenAt = now()
      else if (now() - hiddenAt > HIDDEN_MS) onGap()
    },
    { signal },
  )
}
