import { setTimeout as sleep } from 'node:timers/promises'
import type { WebDriverBrowser } from './web-driver.ts'

const TIMEOUT_MS = 30_000

// Runs in the page: returns the first visible match of `selector` with an accessible name that starts with `name`.
// If a dialog is open, searches only the topmost dialog.
const find = `((selector, name) => {
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const nameOf = (it) => it.ariaLabel || it.labels?.[0]?.textContent || it.alt || it.textContent || ''
  return [...layer.querySelectorAll(selector)].find(
    (it) => nameOf(it).trim().startsWith(name) && (it.type === 'radio' || it.checkVisibility()),
  )
})`

/** Uses a page as a person does: finds elements by visible names, clicks with a pointer and types on a keyboard. */
export type PersonInBrowser = ReturnType<typeof createPersonInBrowser>

export function createPersonInBrowser(browser: WebDriverBrowser) {
  /** Polls an expression in the page. @throws Error with the visible text when it does not become true */
  const waitUntil = async (expression: string, what = expression) => {
    for (const end = performance.now() + TIMEOUT_MS; ; await sleep(100)) {
      if (await browser.evaluate<boolean>(`!!(${expression})`).catch(() => false)) return // Fails while the page loads.
      if (performance.now() > end) throw new Error(`no ${what}: ${await describe()}`)
    }
  }
  const describe = () => browser.evaluate<string>('location.pathname + " " + document.body.innerText.slice(0, 400)')
  const found = (selector: string, name: string) => `${find}(${JSON.stringify(selector)}, ${JSON.stringify(name)})`
  const see = (selector: string, name: string) => waitUntil(found(selector, name), `${selector} “${name}”`)

  /** Returns the middle of an element that no longer moves and that nothing covers. */
  const middleOf = async (selector: string, name: string, isInPlace: boolean): Promise<{ x: number; y: number }> => {
    await see(selector, name)
    const place = `(() => {
      const it = ${found(selector, name)}
      if (!it) return null
      const drawn = (it.type === 'radio' && it.labels[0]) || it
      ${isInPlace ? '' : `drawn.scrollIntoView({ block: 'center', behavior: 'instant' })`}
      const { left, top, width, height } = drawn.getBoundingClientRect()
      const x = Math.round(left + width / 2)
      const y = Math.round(top + height / 2)
      const hit = document.elementFromPoint(x, y)
      return { x, y, isFree: drawn.contains(hit) || it.contains(hit) || it === hit }
    })()`
    let last = ''
    for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await sleep(150)) {
      const now = await browser.evaluate<{ x: number; y: number; isFree: boolean } | null>(place).catch(() => null)
      if (now?.isFree && JSON.stringify(now) === last) return now
      last = JSON.stringify(now)
    }
    throw new Error(`${selector} “${name}” is covered or moves: ${last} ${await describe()}`)
  }
  /** Clicks the middle of an element, after scrolling to it unless `isInPlace`. */
  const click = async (selector: string, name: string, { isInPlace = false } = {}) => {
    const { x, y } = await middleOf(selector, name, isInPlace)
    await browser.act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }
  const type = async (text: string) =>
    browser.act([
      {
        type: 'key',
        id: 'keyboard',
        actions: Array.from(text, (value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]).flat(),
      },
    ])
  return {
    ...browser,
    waitUntil,
    see,
    seeText: (text: string) => waitUntil(`document.body.innerText.includes(${JSON.stringify(text)})`, `text “${text}”`),
    isAt: (path: string) => waitUntil(`location.pathname === '${path}'`, `page ${path}`),
    click,
    type,
    fill: async (selector: string, name: string, text: string) => {
      // A message that appears above the field after the measurement moves the field, so click again.
      const isFocused = `document.activeElement === ${found(selector, name)}`
      do await click(selector, name)
      while (!(await browser.evaluate<boolean>(isFocused)))
      await type(text)
    },
  }
}
