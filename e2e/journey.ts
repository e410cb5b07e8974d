import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type RunningApp, startApp } from './app.ts'
import { type SignUpData, signUp } from './person.ts'
import { killApp } from './processes.ts'
import { type Member, signUpMember } from './test-data.ts'
import { createWorkerBrowser } from './worker-browser.ts'

export const screenSizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** Display settings of a visit. Default: a phone with the light theme. */
export type DisplaySettings = {
  size?: keyof typeof screenSizes
  theme?: 'light' | 'dark'
  reducedMotion?: boolean
  /** Whether the browser uses scroll anchoring. Default: no, as in Safari. */
  scrollAnchoring?: boolean
  /**
   * Whether the page registers its service worker. Default: no, because `page.route` does not see the worker's
   * requests.
   */
  serviceWorker?: boolean
  /** Console messages and page errors that the test provokes intentionally. */
  provoked?: RegExp
}

export type Journey = {
  app: RunningApp
  /** Creates a browser context, which is closed when the test ends. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Opens a path as a visitor in a new browser context. */
  visit: (path: string, display?: DisplaySettings) => Promise<Page>
  /** Signs up and logs in a user through the pages. Ends on the dashboard. */
  aPerson: (named?: Partial<SignUpData>, display?: DisplaySettings) => Promise<SignUpData & { page: Page }>
  /** Signs up and logs in a user by API, which is faster than through the pages. Ends on the log-in page. */
  aMember: (named?: Partial<SignUpData>, display?: DisplaySettings) => Promise<Member>
  ownApp: OwnApp
}

const noScrollAnchoring = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { overflow-anchor: none }')
  document.adoptedStyleSheets.push(sheet)
}`

/** Timeout of page actions, long enough for a busy machine. */
const ACTION_TIMEOUT_MS = 60_000

/** An app that only one test uses, and may kill. Page errors while this app is down do not fail the test. */
type OwnApp = {
  aMember: (named?: Partial<SignUpData>) => Promise<Member>
  /** Sends SIGSTOP. The app then accepts connections, but never responds. */
  freeze: () => void
  end: () => Promise<void>
  /** Starts the app on the same data and address. */
  start: () => Promise<void>
  restart: () => Promise<void>
}

const withBrowser = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = createWorkerBrowser()
    onCleanup(() => browser.stop())
    return browser
  })

const journeyOn = (scope: 'worker' | 'file', ...start: Parameters<typeof startApp>) =>
  withBrowser
    // The type assertion is needed, because the types of `extend` do not accept the union of 'file' and 'worker'.
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs from the pattern
    .extend('app', { scope: scope as 'file' }, async ({}, { onCleanup }) => {
      const app = await startApp(...start)
      onCleanup(() => app.stop())
      return app
    })
    .extend('newContext', async ({ browser }, { onCleanup }) => {
      const contexts: BrowserContext[] = []
      onCleanup(async () => {
        for (const context of contexts) await browser.close(context)
      })
      const newContext: Journey['newContext'] = async (options) => {
        const context = await (await browser.running()).newContext({ serviceWorkers: 'block', ...options })
        context.setDefaultTimeout(ACTION_TIMEOUT_MS)
        contexts.push(context)
        return context
      }
      return newContext
    })
    .extend('visit', async ({ app, newContext, task }, { onCleanup }) => {
      const opened: { page: Page; faults: string[]; events: string[] }[] = []
      onCleanup(async () => {
        const [error] = task.result?.errors ?? []
        if (error) for (const { page, events } of opened) error.message += `\n${await describePage(page, events)}`
        expect(opened.flatMap(({ faults }) => faults)).toEqual([])
      })
      const visit: Journey['visit'] = async (path, display = {}) => {
        const { size = 'phone', theme = 'light', reducedMotion = false, scrollAnchoring = false, provoked } = display
        const { serviceWorker = false } = display
        const context = await newContext({
          baseURL: app.origin,
          viewport: screenSizes[size],
          colorScheme: theme,
          reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
          locale: 'en-GB',
          timezoneId: 'Africa/Nairobi',
          hasTouch: size === 'phone',
          serviceWorkers: serviceWorker ? 'allow' : 'block',
        })
        if (!scrollAnchoring) await context.addInitScript(noScrollAnchoring)
        const page = await context.newPage()
        opened.push({ page, faults: collectPageErrors(page, provoked), events: collectPageEvents(page) })
        await page.goto(path)
        return page
      }
      return visit
    })
    .extend('aPerson', async ({ visit }) => {
      const aPerson: Journey['aPerson'] = async (named = {}, display = {}) => {
        const page = await visit('/', display)
        return { ...(await signUp(page, named)), page }
      }
      return aPerson
    })
    .extend('aMember', async ({ visit }) => {
      const aMember: Journey['aMember'] = async (named = {}, display = {}) =>
        signUpMember(await visit('/login', display), named)
      return aMember
    })
    .extend('ownApp', async ({ newContext }, { onCleanup }) => {
      const first = await startApp()
      const { dataDir, origin } = first
      let running = first
      onCleanup(async () => {
        await running.stop()
        await first.stop() // Removes the data folder.
      })
      const aMember: OwnApp['aMember'] = async (named) => {
        const context = await newContext({ baseURL: origin, locale: 'en-GB' })
        const page = await context.newPage()
        await page.goto('/login')
        return signUpMember(page, named)
      }
      const freeze = () => void running.process.kill('SIGSTOP')
      const end = () => killApp(running)
      const start = async () => {
        running = await startApp({ DATA_DIR: dataDir, PORT: new URL(origin).port })
      }
      const restart = async () => {
        await end()
        await start()
      }
      return { aMember, freeze, end, start, restart }
    })

/**
 * A test with the app and browser of the Vitest worker. Other files use the same app, so usernames are unique across
 * files. The test fails when a page throws or logs an error, or violates our content security policy.
 */
export const journey = journeyOn('worker')

/**
 * `journey` with a separate app for one file. Needed for other settings, or for lists that must not show data of other
 * files, such as the moderation queue.
 */
export const journeyInSeparateApp = (...start: Parameters<typeof startApp>) => journeyOn('file', ...start)

/** Script that returns the size of the window and the positions of bars and open dialogs, in CSS pixels. */
const windowAndBars = `[
  'window ' + innerWidth + ' ' + innerHeight,
  'scrolled ' + Math.round(scrollY),
  ...[...document.querySelectorAll('nav, header, [role="note"], dialog[open]')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.tagName + ' ' + [x, y, width, height].map(Math.round).join(' ')
  }),
].join(', ')`

/** Returns a list that collects the navigations and failed requests of a page, with the time of each. */
function collectPageEvents(page: Page): string[] {
  const events: string[] = []
  const add = (text: string) => events.push(`${new Date().toISOString()} ${text}`)
  page.on('framenavigated', (frame) => add(`opened ${frame.url()}`))
  page.on('requestfailed', (request) => add(`${request.failure()?.errorText ?? 'no response'}: ${request.url()}`))
  page.on('crash', () => add('page crashed'))
  return events
}

/** Script that returns the state of the network, of the service worker and of the storage of a page. */
const networkAndStorage = `(async () => {
  const stored = []
  for (const name of await caches.keys()) stored.push(name + ' ' + (await (await caches.open(name)).keys()).length)
  const worker = navigator.serviceWorker.controller?.state ?? 'none'
  const databases = (await indexedDB.databases()).map(({ name }) => name)
  return [navigator.onLine ? 'online' : 'offline', 'worker ' + worker, ...stored, ...databases].join(', ')
})()`

/** Returns URL, layout, storage, events and visible text of a page, for the error of a failed test. */
async function describePage(page: Page, events: string[]): Promise<string> {
  const orError = (error: unknown) => String(error)
  const text = await page.innerText('body', { timeout: 2_000 }).catch(orError)
  const layout = await page.evaluate<string>(windowAndBars).catch(orError)
  const storage = await page.evaluate<string>(networkAndStorage).catch(orError)
  const state = `The test failed at ${new Date().toISOString()} with ${page.url()} on the screen`
  return [state, layout, storage, ...events.slice(-60), 'Text:', text.slice(0, 2_000)].join('\n')
}

// ERR_FAILED means that the service worker could not load the file, because the page is offline.
const refusedOrOffline = /^Failed to load resource: .*(?:status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED)/

/** Returns a list that collects the errors of a page. Ignores 4xx responses of the API, because tests assert them. */
export function collectPageErrors(page: Page, provoked?: RegExp): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => {
    if (!provoked?.test(error.message)) faults.push(`${page.url()} threw ${error.stack ?? error.message}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' || refusedOrOffline.test(message.text())) return
    if (provoked?.test(message.text())) return
    faults.push(`${page.url()} logged ${message.text()}`)
  })
  return faults
}
