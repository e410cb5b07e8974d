import { noteStream } from './load-chunk.ts'

type LiveOptions = {
  /** Address of the event stream of this server. */
  address: string
  /** Id of whose events these are: tabs of another account share nothing with this one. */
  viewer: string
  /** Names of its events; each carries JSON. */
  types: readonly string[]
  onMessage: (message: unknown) => void
  /** Messages may have been missed: read again what is on screen. */
  onGap: () => void
}

const NAME = 'pawtrait-live'

// A page hidden for longer may have been frozen, and its messages lost.
const HIDDEN_MS = 60_000

const TAKEN_AT_ONCE_MS = 2_000

// A server that refuses the stream (restarting, say) is asked again, ever more seldom.
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const CLOSED = 2 // EventSource.CLOSED

const now = () => new Date().getTime()

// Enough to know again what a stream tells once more when it comes back.
const REMEMBERED = 300

/** `id`: of the event, by which a stream goes on after a break. */
type Passed = { message: unknown; id: string } | 'gap'

/** At-least-once delivery becomes once: the ids of the latest events, and of the one that came last. */
function rememberedEvents() {
  const ids = new Set<string>()
  let last = ''
  return {
    last: () => last,
    /** Whether it is new. One without an id has that of the event before it, and always is. */
    take: (id: string) => {
      if (id === last) return true
      last = id
      if (ids.has(id)) return false
      ids.add(id)
      const [oldest = ''] = ids
      if (ids.size > REMEMBERED) ids.delete(oldest)
      return true
    },
  }
}

/**
 * Follows the server's event stream: one connection for all tabs of a viewer, since HTTP/1.1 allows six a host.
 * The tab that holds the lock listens and passes each message on; when it closes, another takes over.
 * @returns the way to stop
 */
export function subscribeLive({ address, viewer, types, onMessage, onGap }: LiveOptions): () => void {
  const name = `${NAME}-${viewer}`
  const tabs = new BroadcastChannel(name)
  const stopping = new AbortController()
  const { signal } = stopping
  const events = rememberedEvents()
  const receive = (passed: Passed) => {
    if (passed === 'gap') onGap()
    else if (events.take(passed.id)) onMessage(passed.message)
  }
  const tellAll = (passed: Passed) => {
    receive(passed)
    tabs.postMessage(passed)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Passed>) => receive(data), { signal })
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const asked = now()
  const lead = async () => {
    // Nobody listened between the tab that closed and this one.
    const missed = now() - asked > TAKEN_AT_ONCE_MS
    listen({ address, types, tell: tellAll, missed, from: missed ? events.last() : '', signal })
    await stopped
  }
  if (navigator.locks)
    navigator.locks.request(name, { signal }, lead).catch(() => {}) // aborted
  // Plain HTTP has no locks: each tab listens for itself, and tells nobody what all of them hear.
  else listen({ address, types, tell: receive, missed: false, from: '', signal })
  followAbsence(onGap, signal)
  return () => {
    stopping.abort()
    tabs.close()
  }
}

type Listening = Pick<LiveOptions, 'address' | 'types'> & {
  tell: (passed: Passed) => void
  /** Something may have come before anybody listened. */
  missed: boolean
  /** The id of the last event that somebody heard; '' when nobody did. */
  from: string
  signal: AbortSignal
}

/**
 * A broken stream opens itself again; one that the server refused is opened anew. With the id of the last event heard
 * the server tells what came meanwhile, or that nobody can say; without one it is a gap.
 */
function listen({ address, types, tell, missed, from, signal }: Listening) {
  const open = (since: string) => {
    const stream = new EventSource(since === '' ? address : `${address}&lastEventId=${since}`)
    const close = () => {
      stream.close()
      noteStream(true)
    }
    let [last, wasOpen] = [since, false]
    signal.addEventListener('abort', close, { once: true })
    stream.addEventListener('open', () => {
      noteStream(true)
      if (missed && last === '') tell('gap')
      missed = wasOpen = true
    })
    const take = ({ data, lastEventId }: MessageEvent<string>) => {
      last = lastEventId || last
      tell({ message: JSON.parse(data) as unknown, id: lastEventId })
    }
    for (const type of types) stream.addEventListener(type, take)
    stream.addEventListener('error', () => {
      // Before its first opening too: what was read for the page is from before it.
      missed = true
      if (wasOpen) noteStream(false)
      if (stream.readyState !== CLOSED || signal.aborted) return
      signal.removeEventListener('abort', close)
      // What was refused at once may be the id.
      void untilTaken(address, signal).then((taken) => (taken ? open(wasOpen ? last : '') : noteStream(true)))
    })
  }
  open(from)
}

/** Waits until the server takes listeners again; an event stream does not tell the status it met. False: never. */
async function untilTaken(address: string, signal: AbortSignal): Promise<boolean> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (signal.aborted) return false
    const asking = new AbortController()
    const answer = await fetch(address, { signal: asking.signal }).catch(() => null)
    asking.abort() // The status is enough.
    // Signed out meanwhile.
    if (signal.aborted || answer?.status === 401) return false
    if (answer?.ok) return true
  }
}

/** A computer that slept, a network that was away, a tab that was hidden for long. */
function followAbsence(onGap: () => void, signal: AbortSignal) {
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
