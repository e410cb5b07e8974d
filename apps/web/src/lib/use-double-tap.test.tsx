import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useDoubleTap } from './use-double-tap.ts'

// Waits longer than the double-tap interval.
const PAUSE_MS = 450
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

function Target(taps: Parameters<typeof useDoubleTap>[0]) {
  return (
    <button type="button" style={{ inlineSize: 300, blockSize: 300 }} {...useDoubleTap(taps)}>
      Photo
    </button>
  )
}

function aTarget() {
  const taps = { onTap: vi.fn<() => void>(), onDoubleTap: vi.fn<() => void>() }
  render(<Target {...taps} />)
  const counts = () => [taps.onTap.mock.calls.length, taps.onDoubleTap.mock.calls.length]
  return { button: page.getByRole('button', { name: 'Photo' }), counts }
}

test('useDoubleTap reports a single tap after the double-tap interval, and a key press immediately', async () => {
  const { button, counts } = aTarget()
  await userEvent.click(button)
  await expect.poll(counts).toEqual([1, 0])
  await userEvent.keyboard('{Enter}')
  expect(counts()).toEqual([2, 0])
})

test('useDoubleTap reports a double tap and no single taps', async () => {
  const { button, counts } = aTarget()
  await userEvent.dblClick(button)
  expect(counts()).toEqual([0, 1])
  await pause()
  expect(counts()).toEqual([0, 1])
})

/** Returns the events of a tap. Their timestamp is the time of this call, even if a test dispatches them later. */
function tapEvents(from = 50, to = from) {
  const place = { bubbles: true, clientY: 50 }
  return [
    new PointerEvent('pointerdown', { ...place, clientX: from }),
    new PointerEvent('pointerup', { ...place, clientX: to }),
    new MouseEvent('click', { ...place, clientX: to, detail: 1 }),
  ]
}

const dispatchAll = (element: Element, events: readonly Event[]) => {
  for (const event of events) element.dispatchEvent(event)
}

const beBusy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('useDoubleTap reports a double tap when a busy page dispatches the second tap late', async () => {
  const { button, counts } = aTarget()
  const element = button.element()
  dispatchAll(element, tapEvents())
  beBusy(200)
  const second = tapEvents()
  beBusy(400)
  // Dispatches the tap in the same task: Chromium handles waiting input before timers that have expired.
  dispatchAll(element, second)
  await pause()
  expect(counts()).toEqual([0, 1])
})

test('useDoubleTap ignores a drag', async () => {
  const { button, counts } = aTarget()
  dispatchAll(button.element(), tapEvents(20, 200))
  await pause()
  expect(counts()).toEqual([0, 0])
  await userEvent.click(button)
  await expect.poll(counts).toEqual([1, 0])
})
