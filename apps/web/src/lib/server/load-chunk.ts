import { CallError } from './call.ts'

// The specification's limit for loading a part of the app (§9), however slowly it comes.
const LIMIT_MS = 120_000
// What takes longer makes one ask whether the server is there at all.
const DOUBT_MS = 10_000
// A server that is there says so at once.
const ANSWER_MS = 5000

let isStreamBroken = false

/** Says that the live stream broke, for then the server may be away; or that it stands, or is wanted no more. */
export const noteStream = (stands: boolean) => {
  isStreamBroken = !stands
}

const listeners = new Set<() => void>()

type Load<T> = () => Promise<T>

/** What did not come in time: the browser goes on waiting for it, and asked again would wait for the same answer. */
class TooLate extends Error {}

/** Whether the server answers at all, whatever it says. */
const serverAnswers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => {
      isStreamBroken = false
      return true
    },
    () => false,
  )

/** @throws TooLate at the limit, CallError `offline` before that when the server does not answer */
function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timers: ReturnType<typeof setTimeout>[] = []
  const late = new Promise<never>((_, reject) => {
    const doubt = async () => {
      if (!(await serverAnswers())) reject(new CallError(null, { isGivenUp: true }))
    }
    timers.push(setTimeout(() => reject(new TooLate('A part of the app took too long to load.')), limitMs))
    timers.push(setInterval(() => void doubt(), DOUBT_MS))
  })
  return Promise.race([work, late]).finally(() => timers.forEach(clearTimeout))
}

/** Addresses of style sheets that did not come with their part. */
const missingStyles = new Set<string>()
/** Those that went missing while a part was loading, by what loads it. */
const missedBy = new WeakMap<Load<unknown>, Set<string>>()
const loading = new Set<Load<unknown>>()
const loaded = new WeakSet<Load<unknown>>()

/** Remembers style sheets that do not come. The bundler's loader asks for each once and then takes it for there. */
export function watchStyles() {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    missingStyles.add(target.href)
    for (const part of loading) missedBy.set(part, new Set([...(missedBy.get(part) ?? []), target.href]))
  }
  // An `error` does not bubble.
  document.addEventListener('error', note, { capture: true })
}

/** Asks again for style sheets that did not come: a part must not be drawn without its own. */
async function bringMissingStyles() {
  const bring = (href: string) =>
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
  await Promise.all([...missingStyles].map(bring))
}

async function withStyles<T>(load: Load<T>): Promise<T> {
  loading.add(load)
  const part = await load().finally(() => loading.delete(load))
  await bringMissingStyles()
  for (const href of missedBy.get(load) ?? [])
    if (missingStyles.has(href)) throw new Error(`A style sheet did not come: ${href}`)
  loaded.add(load)
  return part
}

/**
 * Loads a part of the app, its style sheets with it, with a time limit and one more try. When both fail although the
 * server answers, a newer build has replaced it or the browser asks for it no more: only a reload helps, and whoever
 * follows `onNeedsReload` is told.
 *
 * Many browsers keep for as long as a page is open that a module did not come. So without a network, or while the live
 * stream is broken, none is asked for before the server has answered.
 * @throws CallError `offline` when the server does not answer
 */
export async function loadChunk<T>(load: Load<T>, limitMs = LIMIT_MS): Promise<T> {
  // A server that renders has no such line.
  const isInDoubt = ('onLine' in navigator && !navigator.onLine) || isStreamBroken
  if (isInDoubt && !loaded.has(load) && !(await serverAnswers())) throw new CallError(null)
  const tryOnce = () => within(withStyles(load), limitMs)
  try {
    return await tryOnce().catch((error: unknown) => {
      if (error instanceof TooLate || error instanceof CallError) throw error
      return tryOnce()
    })
  } catch (error) {
    if (error instanceof TooLate || error instanceof CallError) throw error
    if (!(await serverAnswers())) throw new CallError(null)
    for (const listener of listeners) listener()
    throw error
  }
}

/** Calls back when a part of the app can no longer be had in this page. Gives the way to stop. */
export function onNeedsReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
