import { CallError } from './call.ts'

// The specification's limit for loading a part of the app (§9).
const LIMIT_MS = 120_000
// A server that is there says so at once.
const ANSWER_MS = 5000

const versions = new EventTarget()

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A part of the app took too long to load.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether the server answers at all, whatever it says. */
const serverAnswers = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )

/** Addresses of style sheets that did not come with their part. */
const missingStyles = new Set<string>()

/** Remembers style sheets that do not come. The bundler's loader asks for each once and then takes it for there. */
export function watchStyles() {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target.href)
  }
  // An `error` does not bubble.
  document.addEventListener('error', note, { capture: true })
}

/** Asks again for style sheets that did not come: a part must not be drawn without its own. */
async function bringMissingStyles() {
  const bring = (href: string) =>
    new Promise<void>((done) => {
      missingStyles.delete(href)
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href, onload: done, onerror: done })
      document.head.append(link)
    })
  await Promise.all([...missingStyles].map(bring))
}

async function fetchPart<T>(load: () => Promise<T>, limitMs: number): Promise<T> {
  const part = await within(load(), limitMs)
  if (missingStyles.size > 0) await bringMissingStyles()
  return part
}

/**
 * Loads a part of the app with a time limit and one more try. When both fail although the server answers, the part has
 * most likely been replaced by a newer build: whoever follows `onNewVersion` is told.
 * @throws CallError `offline` when the server does not answer
 */
export async function loadChunk<T>(load: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  try {
    return await fetchPart(load, limitMs)
  } catch {
    try {
      return await fetchPart(load, limitMs)
    } catch (error) {
      if (!(await serverAnswers())) throw new CallError(null)
      versions.dispatchEvent(new Event('new'))
      throw error
    }
  }
}

/** Calls back when a part of the app can no longer be had. Gives the way to stop. */
export function onNewVersion(listener: () => void): () => void {
  versions.addEventListener('new', listener)
  return () => versions.removeEventListener('new', listener)
}
