import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOnly, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenSizes } from './journey.ts'
import { saveScreenshot, savesScreenshots } from './screenshots.ts'
import { findSmallTouchTargets } from './touch-targets.ts'
import { waitUntilDrawn } from './wait-until-still.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// WCAG 1.4.10 (reflow): 1280 by 1024 px at 400 % zoom. Nothing may scroll sideways.
const narrowest = { width: 320, height: 256 }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the findings of axe on the current page for WCAG 2.0 to 2.2, A and AA: one line per element. */
export const findAxeViolations = (page: Page): Promise<string[]> => findings(page, { type: 'tag', values: rules })

/** Returns only the findings of colour rules, because all other findings are the same in both themes. */
const colourFindings = (page: Page) =>
  findings(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

// Axe is half a megabyte, so it is loaded only once per page.
async function findings(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source)
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  // Passed as a string, because `axe` exists only in the page.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

// Scrolls to the end of the page, because the text field at the bottom of the screen could cover small targets.
const clearFootField = `document.querySelector('[data-foot-field]') && scrollTo(0, document.body.scrollHeight)`

const themes = ['light', 'dark'] as const

/** Accessibility requirements that each screen must meet. The values are test titles. */
export const screenRequirements = {
  axe: 'passes all axe rules on a phone in the light theme',
  colours: 'passes the colour rules of axe on a desktop in the dark theme',
  sideways: 'does not scroll sideways at 320, 390 and 1440 px',
  targets: 'has touch targets of at least 44 by 44 px on a phone',
  bars: 'has fixed bars of less than 64 px in total in a window 256 px high',
  largeText: 'shows all text on a phone at twice the text size',
  covered: 'covers no focused control with a bar, on a phone or a desktop',
  focus: 'shows a 3 px focus ring in the blue of its theme',
} as const

type Claim = keyof typeof screenRequirements

/** Records findings for a requirement. An empty list means that the page meets it. */
export type RecordFindings = (claim: Claim, wrong: string[]) => void

/** Additional checks: `onPhone` runs on a phone in the light theme, `onDesktop` on a desktop in the dark theme. */
type ExtraChecks = {
  onPhone?: (note: RecordFindings) => Promise<void>
  onDesktop?: (note: RecordFindings) => Promise<void>
}

/**
 * Checks the current page and returns findings by requirement. On a phone in the light theme, runs all axe rules. On a
 * desktop in the dark theme, runs only the colour rules. Checks for sideways scrolling at both sizes and at 320 by 256
 * px. Also measures fixed bars and touch targets. `more` contains additional checks. `SCREENS=1` saves screenshots in
 * both themes and sizes. Restores size and theme afterwards. A page with a text field fixed at its bottom remains
 * scrolled to the end.
 */
export async function checkScreen(page: Page, name: string, more: ExtraChecks = {}): Promise<Map<Claim, string[]>> {
  const found = new Map<Claim, string[]>()
  const note: RecordFindings = (claim, wrong) => {
    if (wrong.length > 0) found.set(claim, [...(found.get(claim) ?? []), ...wrong])
  }
  const before = page.viewportSize()
  const isStill = await page.evaluate<boolean>(`matchMedia('(prefers-reduced-motion: reduce)').matches`)
  const show = async (size: keyof typeof screenSizes, colorScheme: (typeof themes)[number]) => {
    await page.setViewportSize(screenSizes[size])
    // Sets reduced motion, because axe would otherwise measure colours during the transition to the other theme.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitUntilDrawn(page)
  }
  const noteSideways = async () => {
    const px = await overflow(page)
    if (px > 0) note('sideways', [`by ${px} px at ${page.viewportSize()?.width}`])
  }
  if (savesScreenshots)
    for (const size of ['phone', 'desktop'] as const)
      for (const theme of themes) {
        await show(size, theme)
        await saveScreenshot(page, `${name}-${size}-${theme}`)
      }
  await show('phone', 'light')
  await page.evaluate(clearFootField)
  note('axe', await findAxeViolations(page))
  await noteSideways()
  note('targets', await findSmallTouchTargets(page))
  await more.onPhone?.(note)
  await show('desktop', 'dark')
  await page.evaluate(clearFootField)
  note('colours', await colourFindings(page))
  await noteSideways()
  await more.onDesktop?.(note)
  await page.setViewportSize(narrowest)
  await waitUntilDrawn(page)
  await noteSideways()
  const px = await page.evaluate<number>(barHeightScript)
  if (px >= 64) note('bars', [`${px} px`])
  // Restores the settings of the test. `null` selects the system’s theme. Reduced motion keeps a story from advancing.
  await page.emulateMedia({ colorScheme: null, reducedMotion: isStill ? 'reduce' : null })
  if (before) await page.setViewportSize(before)
  return found
}

/** Soft-asserts that `checkScreen` returns no findings. */
export async function expectAccessibleScreen(page: Page, name: string) {
  for (const [claim, wrong] of await checkScreen(page, name))
    expect.soft(wrong, `${name} ${screenRequirements[claim]}`).toEqual([])
}

/** Returns the width in px by which the document can be scrolled sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)')
}

// Script that returns the height in px of all fixed bars, half-way down the page. Ignores dialogs and toasts.
const barHeightScript = `(() => {
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
