import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sizes } from './journey.ts'
import { keepScreen } from './screens.ts'
import { drawn } from './still.ts'

/**
 * Expects everything on the page to be there at twice the text size on a phone (WCAG 1.4.4): the page does not scroll
 * sideways, and no text is cut off, unless it stands in a row that scrolls or is shortened to a number of lines.
 */
export async function expectRoomForLargeText(page: Page, name: string) {
  await page.setViewportSize(sizes.phone)
  await setTextSize(page, 32)
  await keepScreen(page, `${name}-large-text`)
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect.soft(await page.evaluate(sideways), `${name} scrolls sideways with large text`).toBe(0)
  expect.soft(await cutWords(page), `${name} cuts off large text`).toEqual([])
  expect.soft(await page.evaluate(brokenWords), `${name} breaks words of large text`).toEqual([])
  await setTextSize(page, 16)
}

/** Sets the reader's own text size, as the settings of the browser do: the usual one is 16 px. */
export async function setTextSize(page: Page, standard: number) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8125) } })
  await drawn(page)
}

// What a session has set ends with it.
const sessions = new WeakMap<Page, CDPSession>()

/**
 * What is cut off of the words on the page as it is now, by the screen or by what they stand in. Words in a row that
 * scrolls, or shortened to a number of lines, are not; nor, with `dotted`, what ends with an ellipsis.
 */
export const cutWords = (page: Page, { dotted = false } = {}): Promise<string[]> =>
  page.evaluate<string[]>(`(${cutOff})(${dotted})`)

// Runs in the page. Line boxes are higher than letters: a quarter of a letter may stand out of a box. Nobody sees what
// is behind an open dialog.
const cutOff = `(dotted) => {
  const width = document.documentElement.clientWidth
  const found = []
  let seen = 0
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
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
    let scrollsDown = false
    let isShortened = false
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.overflowX === 'visible') continue
      if (style.clipPath !== 'none' || (dotted && style.textOverflow === 'ellipsis')) return false
      const isTall = mayScroll(style.overflowY) && box.scrollHeight > box.clientHeight + 1
      scrollsDown ||= isTall
      // Whatever scrolls down may scroll sideways too, which nobody looks for.
      scrolls ||= mayScroll(style.overflowX) && !isTall
      const edge = box.getBoundingClientRect()
      isShortened ||= style.webkitLineClamp !== 'none'
      if (!scrolls && (rect.left < edge.left - 2 || rect.right > edge.right + 2)) return true
      if (isShortened || scrollsDown || style.overflowY !== 'hidden') continue
      if (rect.top < edge.top - slack || rect.bottom > edge.bottom + slack) return true
    }
    return !scrolls && (rect.left < -1 || rect.right > width + 1)
  }

  function mayScroll(overflow) {
    return overflow === 'auto' || overflow === 'scroll'
  }
}`

// Runs in the page. What people call themselves may be longer than a line.
const brokenWords = `(() => {
  const found = []
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!isSeen(text.parentElement)) continue
    for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}@._-])[\\p{L}’]{3,16}(?![\\p{L}@._-])/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
    }
  }
  return found

  function isSeen(one) {
    for (let around = one; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath !== 'none') return false
    return one.checkVisibility() && !one.closest('svg')
  }
})()`
