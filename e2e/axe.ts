import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOnly, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from './journey.ts'
import { keepScreen, keepsScreens } from './screens.ts'
import { drawn } from './still.ts'
import { smallTargets } from './targets.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// WCAG 1.4.10: what is left of 1280 by 1024 px once all is four times as large. Nothing scrolls sideways there.
const narrowest = { width: 320, height: 256 }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it is now, WCAG 2.0 to 2.2 A and AA: one line per element, empty when nothing. */
export const axeFindings = (page: Page): Promise<string[]> => findings(page, { type: 'tag', values: rules })

/** What only depends on colours: all that another theme can change. */
const colourFindings = (page: Page) =>
  findings(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

// Axe is half a megabyte: it is given to a page once, not each time it looks.
async function findings(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  // The page has `axe` now, of which this program knows the type alone.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

// A field that sticks to the window's foot lies over what was not scrolled up yet, a small target's half for instance.
const clearFootField = `document.querySelector('[data-foot-field]') && scrollTo(0, document.body.scrollHeight)`

const themes = ['light', 'dark'] as const

/** What a screen must hold, with what the tests of all pages call it. */
export const claims = {
  axe: 'passes all rules of axe on a phone in light',
  colours: 'passes the colour rules of axe on a desktop in dark',
  sideways: 'does not scroll sideways at 320, 390 and 1440 px',
  targets: 'has touch targets of at least 44 by 44 px on a phone',
  bars: 'has fixed bars below 64 px in a window 256 px high',
  largeText: 'shows all text on a phone at twice the text size',
  focus: 'shows a 3 px focus ring in the blue of its theme',
} as const

type Claim = keyof typeof claims

/** Adds what is wrong with a claim, if anything. */
export type Note = (claim: Claim, wrong: string[]) => void

/** More to look at, on a phone in light and on a desktop in dark. */
type MoreLooks = { onPhone?: (note: Note) => Promise<void>; onDesktop?: (note: Note) => Promise<void> }

/**
 * Returns what is wrong with the page by claim: all of axe on a phone in light, its colour rules on a desktop in dark,
 * sideways scrolling at either size and at 320 by 256 px, bars there, touch targets on a phone; `more` looks in
 * addition. With `SCREENS=1` saves screenshots in both themes at both sizes. Restores size and theme; the scroll
 * position may change when a field is fixed at the foot.
 */
export async function lookAt(page: Page, name: string, more: MoreLooks = {}): Promise<Map<Claim, string[]>> {
  const found = new Map<Claim, string[]>()
  const note: Note = (claim, wrong) => {
    if (wrong.length > 0) found.set(claim, [...(found.get(claim) ?? []), ...wrong])
  }
  const before = page.viewportSize()
  const isStill = await page.evaluate<boolean>(`matchMedia('(prefers-reduced-motion: reduce)').matches`)
  const show = async (size: keyof typeof sizes, colorScheme: (typeof themes)[number]) => {
    await page.setViewportSize(sizes[size])
    // Without motion: a colour in transition between two themes would be measured.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
  }
  const noteSideways = async () => {
    const px = await overflow(page)
    if (px > 0) note('sideways', [`by ${px} px at ${page.viewportSize()?.width}`])
  }
  if (keepsScreens)
    for (const size of ['phone', 'desktop'] as const)
      for (const theme of themes) {
        await show(size, theme)
        await keepScreen(page, `${name}-${size}-${theme}`)
      }
  await show('phone', 'light')
  await page.evaluate(clearFootField)
  note('axe', await axeFindings(page))
  await noteSideways()
  note('targets', await smallTargets(page))
  await more.onPhone?.(note)
  await show('desktop', 'dark')
  await page.evaluate(clearFootField)
  note('colours', await colourFindings(page))
  await noteSideways()
  await more.onDesktop?.(note)
  await page.setViewportSize(narrowest)
  await drawn(page)
  await noteSideways()
  const px = await page.evaluate<number>(barsTake)
  if (px >= 64) note('bars', [`${px} px`])
  // What a journey has chosen is chosen again: null takes the machine's, and a story would go on by itself.
  await page.emulateMedia({ colorScheme: null, reducedMotion: isStill ? 'reduce' : null })
  if (before) await page.setViewportSize(before)
  return found
}

/** Expects the page to be accessible and to fit, as `lookAt` sees it. */
export async function expectGoodScreen(page: Page, name: string) {
  for (const [claim, wrong] of await lookAt(page, name)) expect.soft(wrong, `${name} ${claims[claim]}`).toEqual([])
}

/** By how many px the document can be scrolled sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')
}

// How many px of the window's height do not scroll with the page, halfway down. A dialog has its own room, and a toast
// goes by itself.
const barsTake = `(() => {
  const before = scrollY
  scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
  const stays = (at) => {
    for (let box = at; box && !box.matches('dialog, [role=dialog], [popover], [role=status]'); box = box.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true
    return false
  }
  const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y))
  scrollTo({ top: before, behavior: 'instant' })
  return rows.filter(stays).length
})()`
