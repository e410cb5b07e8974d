import type { CDPSession, Page } from 'playwright-core'
import { saveScreenshot } from './screenshots.ts'
import { waitUntilDrawn } from './wait-until-still.ts'

/**
 * Returns the layout errors of a page on a phone at twice the text size (WCAG 1.4.4).
 * `lost`: sideways scrolling in px, cut-off text and broken words. Ignores rows that scroll sideways, and line clamps.
 * `misplaced`: elements outside the screen or their container, and overlapping links and buttons. Empty unless
 * `crowded`.
 */
export async function checkLargeText(page: Page, name: string, crowded = false) {
  await setTextSize(page, 32)
  await saveScreenshot(page, `${name}-large-text`)
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  const px = await page.evaluate<number>(sideways)
  const lost = [
    ...(px > 0 ? [`scrolls sideways by ${px} px`] : []),
    ...(await findCutOffText(page)).map((words) => `cuts off “${words}”`),
    ...(await page.evaluate<string[]>(brokenWords)).map((word) => `breaks “${word}”`),
  ]
  const misplaced = crowded ? await page.evaluate<string[]>(misfits) : []
  await setTextSize(page, 16)
  return { lost, misplaced }
}

/** Sets the browser’s default font size in px, which is normally 16. */
async function setTextSize(page: Page, standard: number) {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8125) } })
  await waitUntilDrawn(page)
}

// Keeps the DevTools sessions open, because a changed font size lasts only as long as the session that set it.
const sessions = new WeakMap<Page, CDPSession>()

/**
 * Returns the texts that are cut off by the screen or by a container. Ignores rows that scroll sideways, and line
 * clamps. With `dotted`, also ignores text in a box with `text-overflow: ellipsis`.
 */
export const findCutOffText = (page: Page, { dotted = false } = {}): Promise<string[]> =>
  page.evaluate<string[]>(`(${cutOff})(${dotted})`)

// Runs in the page. Line boxes are taller than glyphs, so overflow up to a quarter of the font size is allowed. Only
// the topmost dialog is checked.
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
  if (seen < 4) found.push('only ' + seen + ' lines of text were seen')
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
      // A box that also scrolls vertically does not count as a row that scrolls sideways.
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

// Runs in the page. Finds words of 3 to 16 letters that are broken across lines. Usernames, tags and addresses may
// break.
const brokenWords = `(() => {
  const found = []
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (!isSeen(text.parentElement)) continue
    for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}@#._-])[\\p{L}’]{3,16}(?![\\p{L}@._-])/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
    }
  }
  return found

  function isSeen(element) {
    for (let around = element; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath !== 'none') return false
    return element.checkVisibility() && !element.closest('svg')
  }
})()`

/** Script that returns elements outside the screen or cut by their own box, and overlapping links and buttons. */
const misfits = `(() => {
  const box = (element) => element.getBoundingClientRect()
  const hidden = '.vh, [aria-roledescription=slide]'
  const shows = (element) => box(element).width > 1 && box(element).height > 1 && !element.closest(hidden)
  const scrolls = (element) => element.closest('[data-testid=container]') !== null
  const labelOf = (element) =>
    element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)
  // The comment form of a feed card is visually hidden until it has the focus.
  const isHidden = (element) =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isHidden(element.parentElement))
  const isMeant = (element) => element.checkVisibility() && shows(element) && !scrolls(element) && !isHidden(element)
  const all = [...document.body.querySelectorAll('*')].filter(isMeant)
  const width = document.documentElement.clientWidth
  const out = all.filter((element) => box(element).left < -1 || box(element).right > width + 1)
  const clips = (how) => how === 'hidden' || how === 'clip'
  const cut = all.filter((element) => {
    if (element.textContent.trim() === '' || element.querySelector('canvas, picture, img')) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    const wide = clips(overflowX) && element.scrollWidth > element.clientWidth + 1
    return wide || (clips(overflowY) && element.scrollHeight > element.clientHeight + 1)
  })
  const bars = 'nav, header, section, form, article'
  const controls = 'nav a, header a, header button, article button, form button'
  const pressed = all.filter((element) => element.matches(controls))
  const meet = pressed.flatMap((element, at) => pressed.slice(at + 1).flatMap((other) => {
    const [a, b] = [box(element), box(other)]
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const isOver = wide > 2 && high > 2 && element.closest(bars) === other.closest(bars)
    return isOver ? [labelOf(element) + ' meets ' + labelOf(other)] : []
  }))
  const { fontSize } = getComputedStyle(document.documentElement)
  return [
    ...(fontSize === '32px' ? [] : ['has text of ' + fontSize]),
    ...out.map((element) => labelOf(element) + ' is out of the screen'),
    ...cut.map((element) => labelOf(element) + ' is cut by its own box'),
    ...meet,
  ]
})()`
