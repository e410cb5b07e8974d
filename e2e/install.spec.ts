import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessibleScreen } from './axe.ts'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'

const card = (page: Page) => page.getByText('Install Pawtrait')

/**
 * Opens the feed in a new tab, and fires `beforeinstallprompt`, the event with which Chrome offers to install the app.
 */
async function visitFeed(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await waitForLazyModules(tab, ['app/offline/background-work.ts'])
  await tab.evaluate(`{
    const event = new Event('beforeinstallprompt', { cancelable: true })
    event.prompt = async () => (globalThis.prompts = (globalThis.prompts ?? 0) + 1)
    dispatchEvent(event)
  }`)
  return tab
}

const countVisits = (page: Page) => page.evaluate("localStorage.getItem('install-offer')")

const markFirstVisitDone = (page: Page) => page.evaluate("localStorage.setItem('install-offer', '1')")

describe('offer to install the app', () => {
  journey('appears on the second visit', async ({ aMember }) => {
    const { page } = await aMember({ username: 'install.two' })
    const first = await visitFeed(page)
    await expect.poll(() => countVisits(first)).toBe('1')
    expect(await card(first).count()).toBe(0)
    await card(await visitFeed(page)).waitFor()
  })

  journey('never appears after the user has declined', async ({ aMember }) => {
    const { page } = await aMember({ username: 'install.no' })
    await markFirstVisitDone(page)
    const second = await visitFeed(page)
    await second.getByRole('button', { name: 'No thanks' }).click()
    await card(second).waitFor({ state: 'detached' })
    const third = await visitFeed(page)
    expect(await countVisits(third)).toBe('no')
    expect(await card(third).count()).toBe(0)
  })

  journey('opens the install dialog of the browser only once', async ({ aMember }) => {
    const { page } = await aMember({ username: 'install.yes' })
    await markFirstVisitDone(page)
    const second = await visitFeed(page)
    await card(second).waitFor()
    await expectAccessibleScreen(second, 'install-offer')
    await second.getByRole('button', { name: 'Install', exact: true }).click()
    await expect.poll(() => second.evaluate('globalThis.prompts')).toBe(1)
    await card(second).waitFor({ state: 'detached' })
    expect(await countVisits(second)).toBe('no')
  })

  // Does not use `Page.getInstallabilityErrors`, because it is always empty in the headless shell.
  journey('depends on a manifest that the browser parses without errors', async ({ aMember }) => {
    const { page } = await aMember({ username: 'install.can' })
    await page.goto('/dashboard')
    const devTools = await page.context().newCDPSession(page)
    const { errors, manifest } = await devTools.send('Page.getAppManifest')
    const { origin } = new URL(page.url())
    expect(errors).toEqual([])
    expect(manifest).toMatchObject({
      id: `${origin}/dashboard`,
      startUrl: `${origin}/dashboard?installed=1`,
      display: 'kStandalone',
      shareTarget: { action: `${origin}/share`, method: 'kPost' },
      shortcuts: [{ name: 'Create' }, { name: 'Notifications' }],
      screenshots: [{ formFactor: 'kNarrow' }, { formFactor: 'kWide' }],
    })
    const sizes = manifest.icons?.map(({ sizes: size }) => size)
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })
})
