import { CallError } from './call.ts'

// Time limit in ms for loading a chunk on any network, from §9 of the specification.
const LIMIT_MS = 120_000
// While a chunk loads, this module checks at this interval (in ms) that the server still answers.
const CHECK_INTERVAL_MS = 10_000
// Time limit in ms of a check. A reachable server answers quickly.
const CHECK_LIMIT_MS = 5000
// Pause in ms before the retry. For a moment after an `online` event, requests of a service worker can still fail.
const RETRY_PAUSE_MS = 1000

let isStreamBroken = false

/** Records whether the live stream is connected. A broken stream is a hint that the server may be down. */
export const recordStreamState = (isConnected: boolean) => {
  isStreamBroken = !isConnected
}

const listeners = new Set<() => void>()

type Load<T> = () => Promise<T>

/**
 * Thrown when a chunk exceeds its time limit. A retry is useless, because the browser would wait for the same request.
 */
class ChunkTimeout extends Error {}

/** Returns whether the server answers at all, with any status. */
const serverAnswers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_LIMIT_MS) }).then(
    () => {
      isStreamBroken = false
      return true
    },
    () => false,
  )

/**
 * Resolves to the result of `promise`. @throws ChunkTimeout after the time limit; CallError `offline` earlier if the
 * server does not answer
 */
function withTimeLimit<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  const timers: ReturnType<typeof setTimeout>[] = []
  const timeout = new Promise<never>((_, reject) => {
    const checkServer = async () => {
      if (!(await serverAnswers())) reject(new CallError(null, { isGivenUp: true }))
    }
    timers.push(setTimeout(() => reject(new ChunkTimeout('A part of the app took too long to load.')), limitMs))
    timers.push(setInterval(() => void checkServer(), CHECK_INTERVAL_MS))
  })
  return Promise.race([promise, timeout]).finally(() => timers.forEach(clearTimeout))
}

/** URLs of all style sheets that failed to load. */
const missingStyles = new Set<string>()
/** Style sheets that failed to load, for each function that loads a chunk. */
const failedStyles = new WeakMap<Load<unknown>, Set<string>>()
const loading = new Set<Load<unknown>>()
const loaded = new WeakSet<Load<unknown>>()

/** Records style sheets that fail to load. The bundler requests each style sheet once and then assumes it is loaded. */
export function recordFailedStyleSheets() {
  const recordFailure = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    missingStyles.add(target.href)
    for (const loader of loading) failedStyles.set(loader, new Set([...(failedStyles.get(loader) ?? []), target.href]))
  }
  // Uses the capture phase, because `error` events do not bubble.
  document.addEventListener('error', recordFailure, { capture: true })
}

/** Requests the failed style sheets again, because a component must not be rendered without its styles. */
async function reloadMissingStyles() {
  const reload = (href: string) =>
    new Promise<void>((resolve) => {
      const link = document.createElement('link')
      const handleLoad = () => {
        missingStyles.delete(href)
        resolve()
      }
      const handleError = () => {
        link.remove()
        resolve()
      }
      Object.assign(link, { rel: 'stylesheet', href, onload: handleLoad, onerror: handleError })
      document.head.append(link)
    })
  await Promise.all([...missingStyles].map(reload))
}

async function withStyles<T>(load: Load<T>): Promise<T> {
  loading.add(load)
  const chunk = await load().finally(() => loading.delete(load))
  await reloadMissingStyles()
  for (const href of failedStyles.get(load) ?? [])
    if (missingStyles.has(href)) throw new Error(`A style sheet did not come: ${href}`)
  loaded.add(load)
  return chunk
}

/**
 * Returns whether the service worker has stored the file that `load` imports. Reads the file name from the source code
 * of the function, where the build writes it: `() => import('./Bx3d_8kQ.js')`.
 */
async function isStored(load: Load<unknown>): Promise<boolean> {
  const file = /\.\/([\w-]+\.js)/.exec(String(load))?.[1]
  if (!file || !('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return false
  return (await caches.match(`/assets/${file}`)) !== undefined
}

/**
 * Loads a chunk and its style sheets, with a time limit and one retry after a second. If the device is offline or the
 * live stream is broken, first checks whether the server answers. Needed because many browsers cache a failed module
 * until a reload. If the chunk fails twice although the server answers, calls the `onReloadRequired` listeners: a new
 * build may have replaced the chunk.
 * @throws CallError `offline` if the server does not answer
 */
export async function loadChunk<T>(load: Load<T>, limitMs = LIMIT_MS): Promise<T> {
  // `navigator.onLine` does not exist on the server.
  const mayBeUnreachable = ('onLine' in navigator && !navigator.onLine) || isStreamBroken
  if (mayBeUnreachable && !loaded.has(load) && !(await isStored(load)) && !(await serverAnswers()))
    throw new CallError(null)
  const attemptLoad = () => withTimeLimit(withStyles(load), limitMs)
  try {
    return await attemptLoad().catch(async (error: unknown) => {
      if (error instanceof ChunkTimeout || error instanceof CallError) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
      return attemptLoad()
    })
  } catch (error) {
    if (error instanceof ChunkTimeout || error instanceof CallError) throw error
    if (!(await serverAnswers())) throw new CallError(null)
    for (const listener of listeners) listener()
    throw error
  }
}

/** Calls back when a chunk can only be loaded after a page reload. Returns the function to unsubscribe. */
export function onReloadRequired(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
