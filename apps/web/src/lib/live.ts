type LiveOptions = {
  /** Address of the event stream of this server. */
  address: string
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

const now = () => new Date().getTime()

type Passed = { message: unknown } | 'gap'

/**
 * Follows the server's event stream: one connection for all tabs of the browser, since HTTP/1.1 allows six a host.
 * The tab that holds the lock listens and passes each message on; when it closes, another takes over.
 * @returns the way to stop
 */
export function followLive({ address, types, onMessage, onGap }: LiveOptions): () => void {
  const tabs = new BroadcastChannel(NAME)
  const stopping = new AbortController()
  const receive = (passed: Passed) => (passed === 'gap' ? onGap() : onMessage(passed.message))
  const tell = (passed: Passed) => {
    receive(passed)
    tabs.postMessage(passed)
  }
  tabs.addEventListener('message', ({ data }: MessageEvent<Passed>) => receive(data), { signal: stopping.signal })
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const asked = now()
  const lead = async () => {
    // Nobody listened between the tab that closed and this one.
    const stream = listen(address, types, tell, now() - asked > TAKEN_AT_ONCE_MS)
    await stopped
    stream.close()
  }
  if (navigator.locks)
    navigator.locks.request(NAME, { signal: stopping.signal }, lead).catch(() => {}) // aborted
  // Plain HTTP has no locks: each tab listens for itself.
  else void lead()
  followAbsence(onGap, stopping.signal)
  return () => {
    stopping.abort()
    tabs.close()
  }
}

/** The stream opens itself again when it breaks; what came meanwhile is a gap. */
function listen(address: string, types: readonly string[], tell: (passed: Passed) => void, late: boolean) {
  const stream = new EventSource(address)
  let missed = late
  stream.addEventListener('open', () => {
    if (missed) tell('gap')
    missed = true
  })
  for (const type of types)
    stream.addEventListener(type, ({ data }: MessageEvent<string>) => tell({ message: JSON.parse(data) as unknown }))
  return stream
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
