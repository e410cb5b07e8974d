import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '@pawtrait/contract/pages.ts'
import { expect, it } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { describeScreens } from './describe-screens.ts'
import { journeyInSeparateApp } from './journey.ts'
import { pageVisits } from './page-visits.ts'

const inOwnApp = journeyInSeparateApp()

describeScreens('pageVisits', pageVisits, inOwnApp, { screens: 66, focused: 4 })

it('every page of the app is visited by this test file, or by the spec file that pageVisits lists for the page', () => {
  const named = new Set(Object.values(pageVisits).filter((stop) => typeof stop === 'string'))
  const source = (journey: string) => readFileSync(join(import.meta.dirname, journey), 'utf8')
  expect([...named].filter((journey) => !source(journey).includes('expectAccessibleScreen('))).toEqual([])
  expect(Object.keys(pageVisits).toSorted()).toEqual(Object.keys(pages).toSorted())
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
