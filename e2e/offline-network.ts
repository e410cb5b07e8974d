import type { Page } from 'playwright-core'
import { waitForLazyModules } from './built-file.ts'

/** Switches off the network of the page's browser context. */
export const goOffline = (page: Page) => page.context().setOffline(true)

export const restoreNetwork = (page: Page) => page.context().setOffline(false)

/** Waits until the page can queue actions and show them. The code for this loads 3 s after the start of the app. */
export const waitForOutbox = (page: Page) =>
  waitForLazyModules(page, [
    'app/offline/background-work.ts',
    'shell/outbox/OutboxCard.tsx',
    'shell/outbox/WaitingActions.tsx',
  ])

/** Returns whether each draft on the device is queued, and the number of its photos. */
export const readQueuedDrafts = (page: Page): Promise<[boolean, number][]> =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('pawtrait-drafts')
    opening.onsuccess = () => {
      const request = opening.result.transaction('drafts').objectStore('drafts').getAll()
      request.onsuccess = () => resolve(request.result.map(({ isQueued, photos }) => [isQueued, photos.length]))
      opening.result.close()
    }
  })`)
