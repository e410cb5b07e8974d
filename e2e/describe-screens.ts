import { pages } from '@pawtrait/contract/pages.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { checkScreen, screenRequirements } from './axe.ts'
import { findCoveredFocus } from './covered-focus.ts'
import { findWrongFocusRings } from './focus-ring.ts'
import type { journeyInSeparateApp } from './journey.ts'
import { checkLargeText } from './large-text.ts'
import { createPageTestData, type PageTestData } from './page-test-data.ts'
import type { PageVisit, ScreenCheck } from './page-visits.ts'

type Claim = keyof typeof screenRequirements

/** Minimum number of checked screens, and of screens with checked focus rings. */
type AtLeast = { screens: number; focused: number }

/**
 * Defines the tests of a group of pages. The first test opens every page once and records all findings. Then one test
 * per requirement reads its findings. `inOwnApp` starts a separate app, because Search and Explore would show posts of
 * other tests.
 */
export function describeScreens(
  group: string,
  stops: Record<string, PageVisit | string>,
  inOwnApp: ReturnType<typeof journeyInSeparateApp>,
  atLeast: AtLeast,
) {
  const wrong: { claim: Claim; screen: string; what: string }[] = []
  const seen: string[] = []
  const focused: string[] = []

  const check: ScreenCheck = async (page, screen, { crowded, focus } = {}) => {
    const found = await checkScreen(page, screen, {
      onPhone: async (note) => {
        const { lost, misplaced } = await checkLargeText(page, screen, crowded)
        note('largeText', [...lost, ...misplaced])
        if (screen in stops) note('covered', await findCoveredFocus(page))
      },
      onDesktop: async (note) => {
        if (screen in stops) note('covered', await findCoveredFocus(page))
        if (!focus) return
        focused.push(screen)
        note('focus', await findWrongFocusRings(page))
      },
    })
    seen.push(screen)
    for (const [claim, each] of found) wrong.push(...each.map((what) => ({ claim, screen, what })))
  }

  async function visitStop(page: Page, name: string, stop: PageVisit, world: PageTestData) {
    await stop.prepare?.(world)
    await page.goto(stop.path?.(world) ?? pages[name as keyof typeof pages].path)
    await page.getByText(stop.readyText).filter({ visible: true }).first().waitFor()
    await check(page, name, stop)
    await stop.checkOverlays?.(page, check, world)
  }

  describe(`every screen in \`${group}\``, () => {
    inOwnApp('opens without an error in the console', { timeout: 300_000 }, async ({ aMember, visit }) => {
      const world = await createPageTestData(aMember)
      const visitor = await visit('/', { reducedMotion: true })
      const pageOf = (as: PageVisit['as']) => (as === 'visitor' ? visitor : world[as].page)
      for (const [name, stop] of Object.entries(stops)) {
        if (typeof stop === 'string') continue
        await visitStop(pageOf(stop.as), name, stop, world)
      }
      expect(seen.length).toBeGreaterThanOrEqual(atLeast.screens)
    })

    const requirements = Object.entries(screenRequirements).map(([claim, title]) => ({ claim, title }))
    const checked = requirements.filter(({ claim }) => claim !== 'focus' || atLeast.focused > 0)
    it.each(checked)('$title', ({ claim }) => {
      const [screens, least] = claim === 'focus' ? [focused, atLeast.focused] : [seen, atLeast.screens]
      expect(screens.length).toBeGreaterThanOrEqual(least)
      const findings = wrong.filter((finding) => finding.claim === claim)
      expect(findings.map(({ screen, what }) => `${screen}: ${what}`)).toEqual([])
    })
  })
}
