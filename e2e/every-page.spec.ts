import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '@pawtrait/contract/pages.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { checkScreen, findAxeViolations, screenRequirements } from './axe.ts'
import { findCoveredFocus } from './covered-focus.ts'
import { type CheckScreen, everyPage, type PageVisit } from './every-page.ts'
import { findWrongFocusRings } from './focus-ring.ts'
import { journeyInSeparateApp } from './journey.ts'
import { checkLargeText } from './large-text.ts'
import { pageStates } from './page-states.ts'
import { createPageTestData, type PageTestData } from './page-test-data.ts'

// The first test opens every page once and records all findings. Then one test per requirement reads its findings.
// All tests use a separate app, because Search and Explore would show posts of other tests.
const inOwnApp = journeyInSeparateApp()

type Claim = keyof typeof screenRequirements
const wrong: { claim: Claim; screen: string; what: string }[] = []
const seen: string[] = []
const focused: string[] = []

const look: CheckScreen = async (page, screen, { crowded, focus } = {}) => {
  const found = await checkScreen(page, screen, {
    onPhone: async (note) => {
      const { lost, misplaced } = await checkLargeText(page, screen, crowded)
      note('largeText', [...lost, ...misplaced])
      if (screen in everyPage) note('covered', await findCoveredFocus(page))
    },
    onDesktop: async (note) => {
      if (screen in everyPage) note('covered', await findCoveredFocus(page))
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
  await look(page, name, stop)
  await stop.checkOverlays?.(page, look, world)
}

describe('every page', () => {
  inOwnApp('opens without an error in the console', { timeout: 300_000 }, async ({ aMember, visit }) => {
    const world = await createPageTestData(aMember)
    const visitor = await visit('/', { reducedMotion: true })
    const pageOf = (as: PageVisit['as']) => (as === 'visitor' ? visitor : world[as].page)
    for (const [name, stop] of [...Object.entries(pageStates), ...Object.entries(everyPage)]) {
      if (typeof stop === 'string') continue
      await visitStop(pageOf(stop.as), name, stop, world)
    }
    expect(seen.length).toBeGreaterThan(90)
  })

  it.each(Object.entries(screenRequirements).map(([claim, title]) => ({ claim, title })))('$title', ({ claim }) => {
    const [screens, atLeast] = claim === 'focus' ? [focused, 4] : [seen, 90]
    expect(screens.length).toBeGreaterThanOrEqual(atLeast)
    expect(wrong.filter((finding) => finding.claim === claim).map(({ screen, what }) => `${screen}: ${what}`)).toEqual(
      [],
    )
  })

  it('is checked by this test file or by the spec file that everyPage lists for it', () => {
    const named = new Set(Object.values(everyPage).filter((stop) => typeof stop === 'string'))
    const source = (journey: string) => readFileSync(join(import.meta.dirname, journey), 'utf8')
    expect([...named].filter((journey) => !source(journey).includes('expectGoodScreen('))).toEqual([])
    expect(Object.keys(everyPage).toSorted()).toEqual(Object.keys(pages).toSorted())
  })
})

inOwnApp('findAxeViolations reports an image without alt text and text with low contrast', async ({ visit }) => {
  const page = await visit('/login')
  expect(await findAxeViolations(page)).toEqual([])
  await page.evaluate(`
    const letters = document.createElement('p')
    letters.textContent = 'pale'
    letters.style = 'color: #bbb; background: #fff'
    document.querySelector('main').append(document.createElement('img'), letters)`)
  const found = await findAxeViolations(page)
  expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(new Set(['color-contrast', 'image-alt']))
})
