import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dispatchTouchDrag } from '../../testing/dispatch-touch-drag.ts'
import { onCleanUp, render } from '../../testing/render.tsx'
import styles from './PullToRefresh.test.module.css'
import { PullToRefresh } from './PullToRefresh.tsx'

const start = { x: 100, y: 100 }
const far = { x: 110, y: 300 }

/** Renders a page 3000 px high that contains a sideways-scrolling strip. Each refresh waits until the test ends it. */
function show() {
  const calls: PromiseWithResolvers<void>[] = []
  const onRefresh = vi.fn(() => {
    const call = Promise.withResolvers<void>()
    calls.push(call)
    return call.promise
  })
  render(
    <main className={styles.page}>
      <PullToRefresh onRefresh={onRefresh} />
      <div className={styles.strip} data-testid="strip">
        <p>Wide</p>
      </div>
      <p>Text</p>
      <dialog>Question</dialog>
    </main>,
  )
  onCleanUp(() => window.scrollTo(0, 0))
  return { onRefresh, calls }
}

const status = () => page.getByRole('status')
const text = () => page.getByText('Text').element()
const disc = () => document.querySelector<HTMLElement>('[data-phase]')

describe('PullToRefresh', () => {
  test('refreshes once after a pull from the top, and announces the start and the end', async () => {
    const { onRefresh, calls } = show()
    dispatchTouchDrag(text(), { from: start, to: far })
    await expect.element(status()).toHaveTextContent('Loading')
    await expect.element(disc()).toBeVisible()
    dispatchTouchDrag(text(), { from: start, to: far })
    expect(onRefresh).toHaveBeenCalledOnce()
    calls[0]?.resolve()
    await expect.element(status()).toHaveTextContent('Up to date')
    await expect.element(disc()).not.toBeVisible()
  })

  test('shows an indicator that follows the finger, and marks it as ready when a release would refresh', async () => {
    show()
    dispatchTouchDrag(text(), { from: start, to: { x: 100, y: 160 }, release: false })
    await expect.element(disc()).toHaveAttribute('data-phase', 'pulling')
    const top = disc()?.getBoundingClientRect().top ?? 0
    dispatchTouchDrag(text(), { from: start, to: far, release: false })
    await expect.element(disc()).toHaveAttribute('data-phase', 'ready')
    expect(disc()?.getBoundingClientRect().top).toBeGreaterThan(top)
  })

  test('announces nothing after a failed refresh, and allows another pull', async () => {
    const { onRefresh, calls } = show()
    dispatchTouchDrag(text(), { from: start, to: far })
    await expect.element(status()).toHaveTextContent('Loading')
    calls[0]?.reject(new Error('offline'))
    await expect.element(status()).toBeEmptyDOMElement()
    dispatchTouchDrag(text(), { from: start, to: far })
    await vi.waitFor(() => expect(onRefresh).toHaveBeenCalledTimes(2))
  })

  const short = { x: 100, y: 150 }
  const sideways = { x: 400, y: 300 }
  const ignored: Record<string, () => void> = {
    'a short pull': () => dispatchTouchDrag(text(), { from: start, to: short }),
    'a swipe to the side': () => dispatchTouchDrag(text(), { from: start, to: sideways }),
    'a pull in a strip that scrolls sideways': () =>
      dispatchTouchDrag(page.getByTestId('strip').element().children[0] ?? text(), { from: start, to: far }),
    'a pull while the page is scrolled down': () => {
      window.scrollTo(0, 200)
      dispatchTouchDrag(text(), { from: start, to: far })
    },
    'a pull while a dialog is open': () => {
      const dialog = document.querySelector('dialog')
      dialog?.showModal()
      dispatchTouchDrag(dialog ?? text(), { from: start, to: far })
    },
    'a pull with two fingers': () => {
      dispatchTouchDrag(text(), { from: start, to: far, release: false })
      const touches = [1, 2].map((identifier) => new Touch({ identifier, target: text() }))
      text().dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches }))
      text().dispatchEvent(new TouchEvent('touchend', { bubbles: true }))
    },
  }
  for (const [name, pull] of Object.entries(ignored))
    test(`does not refresh on ${name}`, async () => {
      const { onRefresh } = show()
      pull()
      // An unwanted refresh would start within 100 ms.
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(onRefresh).not.toHaveBeenCalled()
      await expect.element(disc()).toHaveAttribute('data-phase', 'idle')
    })

  test("prevents the browser's own pull to refresh", () => {
    show()
    expect(getComputedStyle(document.documentElement).overscrollBehaviorY).toBe('contain')
  })
})
