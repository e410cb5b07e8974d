import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { network } from '../testing/network.ts'
import { loadChunk, watchStyles } from './server/load-chunk.ts'

// Once, as a page does.
watchStyles()

/** As the bundler's loader does: it asks for a style sheet once, and then takes it for there. */
function partWith(href: string) {
  let isAsked = false
  return async () => {
    if (!isAsked) {
      isAsked = true
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
beforeEach(() => network().on('GET /livez', { status: 200 }))

test('a part is not had without its style sheet, now or when it is asked for again', async () => {
  const load = partWith(MISSING)
  await expect(loadChunk(load)).rejects.toThrow(MISSING)
  await expect(loadChunk(load)).rejects.toThrow(MISSING)
  // Another part has all that it needs.
  await expect(loadChunk(async () => 'other')).resolves.toBe('other')
  expect(document.querySelectorAll(`link[href$="${MISSING}"]`)).toHaveLength(1)
})
