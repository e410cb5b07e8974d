import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from './journey.ts'
import { keepScreen } from './screens.ts'

/**
 * Expects everything on the page to be there at twice the text size on a phone (WCAG 1.4.4): the page does not scroll
 * sideways, and no text is cut off, unless it stands in a row that scrolls or is shortened to a number of lines.
 */
export async function expectRoomForLargeText(page: Page, name: string) {
  await page.setViewportSize(sizes.phone)
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  await keepScreen(page, `${name}-large-text`)
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect.soft(await page.evaluate(sideways), `${name} scrolls sideways with large text`).toBe(0)
  expect.soft(await page.evaluate(cutOff), `${name} cuts off large text`).toEqual([])
  await page.evaluate('document.documentElement.style.fontSize = ""')
}

// Runs in the page. Line boxes are higher than letters: a quarter of a letter may stand out of a box.
const cutOff = `(() => {
  const width = document.documentElement.clientWidth
  const found = []
  let seen = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement
    if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (parent.closest('.vh, svg, template, script')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const slack = parseFloat(getComputedStyle(parent).fontSize) / 4
    for (const rect of range.getClientRects()) {
      seen += 1
      if (isCut(rect, parent, slack)) {
        found.push(text.data.trim().slice(0, 60))
        break
      }
    }
  }
  if (seen < 5) found.push('only ' + seen + ' lines of text were seen')
  return found

  function isCut(rect, parent, slack) {
    let scrolls = false
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.overflowX === 'visible') continue
      if (style.clipPath !== 'none') return false
      scrolls ||= style.overflowX === 'auto' || style.overflowX === 'scroll'
      const edge = box.getBoundingClientRect()
      const isShortened = style.webkitLineClamp !== 'none'
      if (!scrolls && (rect.left < edge.left - 2 || rect.right > edge.right + 2)) return true
      if (isShortened || style.overflowY !== 'hidden') continue
      if (rect.top < edge.top - slack || rect.bottom > edge.bottom + slack) return true
    }
    return !scrolls && (rect.left < -1 || rect.right > width + 1)
  }
})()`
