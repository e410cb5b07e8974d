import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fakeNetwork } from '../testing/fake-network.ts'
import { loadChunk, recordFailedStyleSheets } from './server/load-chunk.ts'

recordFailedStyleSheets()

/** Imitates the loader of the bundler, which requests a style sheet once and then assumes it is loaded. */
function partWith(href: string) {
  let isRequested = false
  return async () => {
    if (!isRequested) {
      isRequested = true
      const link = document.createElement('link')
      Object.assign(link, { rel: 'stylesheet', href })
      onTestFinished(() => link.remove())
      await new Promise((resolve, reject) => {
        Object.assign(link, { onload: resolve, onerror: () => reject(new Error('Unable to preload CSS')) })
        document.head.append(link)
      })
    }
    return 'part'
  }
}

const MISSING = '/missing.css'
beforeEach(() => fakeNetwork().on('GET /livez', { status: 200 }))

test('loadChunk rejects every load of a chunk when its style sheet is missing', async () => {
  const load = partWith(MISSING)
  await expect(loadChunk(load)).rejects.toThrow(MISSING)
  await expect(loadChunk(load)).rejects.toThrow(MISSING)
  // A chunk that does not need this style sheet still loads.
  await expect(loadChunk(async () => 'other')).resolves.toBe('other')
  expect(document.querySelectorAll(`link[href$="${MISSING}"]`)).toHaveLength(1)
})
