/**
 * `npm run screens`: fills a separate instance with the demo data, opens it in Chromium as the first demo user, and
 * renders docs/design again. Renders each screen on phone and desktop, light and dark. Names after `--` select screens.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { startApp } from '../e2e/app.ts'
import { buildWeb } from './build-web.ts'
import { chromiumFlags, findChromium } from './chromium.ts'
import { demoPeople } from './demo/people.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/design')

const sizes = { mobile: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const themes = ['light', 'dark'] as const

/** A screen and how to open it. The user is logged in unless `isPublic`. */
type Screen = { isPublic?: boolean; open: (page: Page) => Promise<unknown> }

const at = (path: string): Screen => ({ open: (page) => page.goto(path) })

/** Opens the first link on the page `from` to a URL that starts with `address`. */
const firstOf = (from: string, address: string): Screen => ({
  open: async (page) => {
    await page.goto(from)
    const link = page.locator(`main a[href^="${address}"]`).first()
    await page.goto((await link.getAttribute('href')) ?? from)
  },
})

const screens: Record<string, Screen> = {
  landing: { isPublic: true, open: (page) => page.goto('/') },
  feed: at('/dashboard'),
  post: firstOf('/dashboard', '/posts/'),
  profile: at('/dashboard/profile'),
  // The first pet of the first account has the most posts.
  pet: firstOf('/dashboard/profile', `/pets/${demoPeople[0]?.pets[0]?.name.toLowerCase()}`),
  create: at('/dashboard/create'),
  explore: at('/dashboard/search'),
  species: at('/explore/dogs'),
  story: firstOf('/dashboard', '/stories/0'),
  'story-create': at('/stories/new'),
  notifications: at('/notifications'),
  'not-found': at('/nothing/is/here'),
}

async function logIn(browser: Browser, origin: string) {
  const [user] = demoPeople
  if (!user) throw new Error('the demo has no people')
  const page = await browser.newPage({ baseURL: origin })
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(user.username)
  await page.getByLabel('Zip code', { exact: true }).fill(user.zip)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  const state = await page.context().storageState()
  await page.close()
  return state
}

// Returns whether all visible images have loaded. The browser loads neither hidden photos nor the off-screen photos of
// a post.
const drawn = `document.fonts.ready.then(() => [...document.images].every((image) => {
  const { top, left, width } = image.getBoundingClientRect()
  return width === 0 || top > innerHeight || left >= innerWidth || (image.complete && image.naturalWidth > 0)
}))`

/** Waits until fonts and visible images are drawn. */
async function waitUntilSettled(page: Page) {
  // Gives requests that start after the page load, such as the list of birthdays, time to finish.
  await page.waitForTimeout(1500)
  // Polls from this process, because a wait inside the page would need `eval`, which our CSP forbids.
  while (!(await page.evaluate<boolean>(drawn))) await page.waitForTimeout(100)
}

async function takeScreenshots(browser: Browser, origin: string, names: readonly string[]) {
  const storageState = await logIn(browser, origin)
  for (const name of names)
    for (const [size, viewport] of Object.entries(sizes))
      for (const theme of themes) {
        const screen = screens[name]
        if (!screen) throw new Error(`There is no screen “${name}”. There are: ${Object.keys(screens).join(', ')}`)
        const context = await browser.newContext({
          ...{ baseURL: origin, viewport, colorScheme: theme, reducedMotion: 'reduce' },
          ...(!screen.isPublic && { storageState }),
        })
        const page = await context.newPage()
        await screen.open(page)
        // Loads the page again, so that its fonts come from the cache.
        await page.reload()
        await waitUntilSettled(page)
        const file = join(folder, `${name}-${size}-${theme}.webp`)
        await sharp(await page.screenshot())
          .webp({ quality: 72 })
          .toFile(file)
        console.log(`✓ ${name}, ${size}, ${theme}`)
        await context.close()
      }
}

async function main() {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(screens)
  mkdirSync(folder, { recursive: true })
  await buildWeb()
  // With `DATA_DIR`, uses the demo data of an earlier run.
  const dataDir = process.env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'pawtrait-screens-'))
  const env = { ...process.env, DATA_DIR: dataDir }
  if (!process.env.DATA_DIR) execFileSync(process.execPath, ['tools/demo.ts'], { cwd: root, env, stdio: 'inherit' })
  const app = await startApp({ DATA_DIR: dataDir })
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    await takeScreenshots(browser, app.origin, names)
  } finally {
    await browser.close()
    await app.stop()
    if (!process.env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
