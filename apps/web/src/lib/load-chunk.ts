// The specification's limit for loading a part of the app (§9).
const LIMIT_MS = 120_000

const versions = new EventTarget()

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A part of the app took too long to load.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Loads a part of the app with a time limit and one more try. When both fail although the network is there, the part
 * has most likely been replaced by a newer build: whoever follows `onNewVersion` is told.
 */
export async function loadChunk<T>(load: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  try {
    return await within(load(), limitMs)
  } catch {
    try {
      return await within(load(), limitMs)
    } catch (error) {
      if (navigator.onLine) versions.dispatchEvent(new Event('new'))
      throw error
    }
  }
}

/** Calls back when a part of the app can no longer be had. Gives the way to stop. */
export function onNewVersion(listener: () => void): () => void {
  versions.addEventListener('new', listener)
  return () => versions.removeEventListener('new', listener)
}
