import { CallError } from './call.ts'

// The specification's limit for loading a part of the app (§9), on any network.
const LIMIT_MS = 120_000
// Interval of the checks whether the server still answers while a part loads.
const DOUBT_MS = 10_000
// Time limit of a check: a reachable server answers quickly.
const ANSWER_MS = 5000

let isStreamBroken = false

/** Records whether the live stream is connected. While it is broken the server may be down. */
export const recordStreamState = (isConnected: boolean) => {
  isStreamBroken = !isConnected
}

const listeners = new Set<() => void>()

type Load<T> = () => Promise<T>

/** Thrown at the time limit of a load. A retry would join the same pending request. */
class ChunkTimeout extends Error {}

/** Returns whether the server answers at all, with any status. */
const serverAnswers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => {
      isStreamBroken = false
      return true
    },
    () => false,
  )

/** @throws ChunkTimeout at the limit; CallError `offline` earlier if the server does not answer */
function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timers: ReturnType<typeof setTimeout>[] = []
  const late = new Promise<never>((_, reject) => {
    const doubt = async () => {
      if (!(await serverAnswers())) reject(new CallError(null, { isGivenUp: true }))
    }
    timers.push(setTimeout(() => reject(new ChunkTimeout('A part of the app took too long to load.')), limitMs))
    timers.push(setInterval(() => void doubt(), DOUBT_MS))
  })
  return Promise.race([work, late]).finally(() => timers.forEach(clearTimeout))
}

/** URLs of style sheets that failed to load. */
const missingStyles = new Set<string>()
/** Style sheets that failed to load, by the function that loads the part. */
const failedStyles = new WeakMap<Load<unknown>, Set<string>>()
const loading = new Set<Load<unknown>>()
const loaded = new WeakSet<Load<unknown>>()

/** Records style sheets that fail to load. The bundler requests each style sheet once and then assumes it is loaded. */
export function watchStyles() {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    missingStyles.add(target.href)
    for (const part of loading) failedStyles.set(part, new Set([...(failedStyles.get(part) ?? []), target.href]))
  }
  // `error` events do not bubble.
  document.addEventListener('error', note, { capture: true })
}

/** Requests failed style sheets again: a part must not be rendered without its styles. */
async function reloadMissingStyles() {
  const reload = (href: string) =>
    new Promise<void>((done) => {
      const link = document.createElement('link')
      const arrive = () => {
        missingStyles.delete(href)
        done()
      }
      const fail = () => {
        link.remove()
        done()
      }
      Object.assign(link, { rel: 'stylesheet', href, onload: arrive, onerror: fail })
      document.head.append(link)
    })
  await Promise.all([...missingStyles].map(reload))
}

async function withStyles<T>(load: Load<T>): Promise<T> {
  loading.add(load)
  const part = await load().finally(() => loading.delete(load))
  await reloadMissingStyles()
  for (const href of failedStyles.get(load) ?? [])
    if (missingStyles.has(href)) throw new Error(`A style sheet did not come: ${href}`)
  loaded.add(load)
  return part
}

/**
 * Loads a part of the app with its style sheets, with a time limit and one retry. If both attempts fail although the
 * server answers, a newer build replaced the part or the browser caches the failure. Then this function calls the
 * `onNeedsReload` listeners. Many browsers cache a failed module for the life of the page. Therefore, offline or while
 * the live stream is broken, no module is requested before the server has answered.
 * @throws CallError `offline` if the server does not answer
 */
export async function loadChunk<T>(load: Load<T>, limitMs = LIMIT_MS): Promise<T> {
  // `onLine` is missing where the server renders.
  const isInDoubt = ('onLine' in navigator && !navigator.onLine) || isStreamBroken
  if (isInDoubt && !loaded.has(load) && !(await serverAnswers())) throw new CallError(null)
  const tryOnce = () => within(withStyles(load), limitMs)
  try {
    return await tryOnce().catch((error: unknown) => {
      if (error instanceof ChunkTimeout || error instanceof CallError) throw error
      return tryOnce()
    })
  } catch (error) {
    if (error instanceof ChunkTimeout || error instanceof CallError) throw error
    if (!(await serverAnswers())) throw new CallError(null)
    for (const listener of listeners) listener()
    throw error
  }
}

/** Calls back when a part can only be loaded after a reload. Returns the function to unsubscribe. */
export function onNeedsReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
