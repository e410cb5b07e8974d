import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type RunningApp, startApp } from './app.ts'
import { becomeMember, type Member } from './given.ts'
import { type Person, signUp } from './person.ts'
import { kill } from './processes.ts'
import { workerBrowser } from './worker-browser.ts'

/** The two sizes every screen is made for. */
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** How somebody looks at the app. Default: a phone in light. */
export type Look = {
  size?: keyof typeof sizes
  theme?: 'light' | 'dark'
  reducedMotion?: boolean
  /** What the console may say because the journey breaks something on purpose. */
  provoked?: RegExp
}

export type Journey = {
  app: RunningApp
  /** A browser context with cookies of its own; closed when the test ends. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Opens the app as a visitor with cookies of their own. */
  visit: (path: string, look?: Look) => Promise<Page>
  /** Somebody who has signed up and logged in, on their dashboard. */
  aPerson: (named?: Partial<Person>, look?: Look) => Promise<Person & { page: Page }>
  /** The same by the API, quicker; the page shows the log-in page until the journey opens another. */
  aMember: (named?: Partial<Person>, look?: Look) => Promise<Member>
  ownApp: OwnApp
}

/** What a page is given for whatever it is asked. A busy machine is slow, not wrong. */
const PATIENCE_MS = 60_000

/** An app that only this journey uses, and may kill. What a page says of a server that is away is no fault here. */
type OwnApp = {
  aMember: (named?: Partial<Person>) => Promise<Member>
  /** From now on it takes what is asked and answers nothing. */
  freeze: () => void
  /** Kills it. */
  end: () => Promise<void>
  /** Starts it again after that: on its data, at its address. */
  start: () => Promise<void>
  /** Both. */
  restart: () => Promise<void>
}

const withBrowser = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads what a fixture needs from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = workerBrowser()
    onCleanup(() => browser.stop())
    return browser
  })

const journeyOn = (scope: 'worker' | 'file', ...start: Parameters<typeof startApp>) =>
  withBrowser
    // The types of `extend` do not take a union of scopes.
    // oxlint-disable-next-line no-empty-pattern -- as above
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
        const context = await (await browser.running()).newContext(options)
        context.setDefaultTimeout(PATIENCE_MS)
        contexts.push(context)
        return context
      }
      return newContext
    })
    .extend('visit', async ({ app, newContext }, { onCleanup }) => {
      const opened: { page: Page; faults: string[] }[] = []
      onCleanup(() => expect(opened.flatMap(({ faults }) => faults)).toEqual([]))
      const visit: Journey['visit'] = async (path, look = {}) => {
        const { size = 'phone', theme = 'light', reducedMotion = false, provoked } = look
        const context = await newContext({
          baseURL: app.origin,
          viewport: sizes[size],
          colorScheme: theme,
          reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
          locale: 'en-GB',
          timezoneId: 'Africa/Nairobi',
          hasTouch: size === 'phone',
        })
        const page = await context.newPage()
        opened.push({ page, faults: faultsOf(page, provoked) })
        await page.goto(path)
        return page
      }
      return visit
    })
    .extend('aPerson', async ({ visit }) => {
      const aPerson: Journey['aPerson'] = async (named = {}, look = {}) => {
        const page = await visit('/', look)
        return { ...(await signUp(page, named)), page }
      }
      return aPerson
    })
    .extend('aMember', async ({ visit }) => {
      const aMember: Journey['aMember'] = async (named = {}, look = {}) =>
        becomeMember(await visit('/login', look), named)
      return aMember
    })
    .extend('ownApp', async ({ newContext }, { onCleanup }) => {
      const first = await startApp()
      const { dataDir, origin } = first
      let running = first
      onCleanup(async () => {
        await running.stop()
        await first.stop() // removes the data
      })
      const aMember: OwnApp['aMember'] = async (named) => {
        const context = await newContext({ baseURL: origin, locale: 'en-GB' })
        const page = await context.newPage()
        await page.goto('/login')
        return becomeMember(page, named)
      }
      const freeze = () => void running.process.kill('SIGSTOP')
      const end = () => kill(running)
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
 * A test with the worker's app and browser. Other files use the same app before and after, so usernames are unique in
 * all of them. The test fails when a page throws, logs an error or breaks our content security policy.
 */
export const journey = journeyOn('worker')

/**
 * `journey` with an app for one file: it needs other settings, or nothing of other files in the lists it looks at (the
 * moderators' queue, all tags).
 */
export const journeyInOwnApp = (...start: Parameters<typeof startApp>) => journeyOn('file', ...start)

const refusedOrOffline = /^Failed to load resource: .*(?:status of 4\d\d|ERR_INTERNET_DISCONNECTED)/

/** What went wrong on a page so far. A refusal by the API is no fault: screens show it and their tests look for it. */
export function faultsOf(page: Page, provoked?: RegExp): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`${page.url()} threw ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || refusedOrOffline.test(message.text())) return
    if (provoked?.test(message.text())) return
    faults.push(`${page.url()} logged ${message.text()}`)
  })
  return faults
}
