import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useTaps } from './use-taps.ts'

// Longer than a second tap may take.
const PAUSE_MS = 450
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

function Target(taps: Parameters<typeof useTaps>[0]) {
  return (
    <button type="button" style={{ inlineSize: 300, blockSize: 300 }} {...useTaps(taps)}>
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

test('one tap is told once no second one came, the keyboard at once', async () => {
  const { button, counts } = aTarget()
  await userEvent.click(button)
  await expect.poll(counts).toEqual([1, 0])
  await userEvent.keyboard('{Enter}')
  expect(counts()).toEqual([2, 0])
})

test('two taps are no single ones', async () => {
  const { button, counts } = aTarget()
  await userEvent.dblClick(button)
  expect(counts()).toEqual([0, 1])
  await pause()
  expect(counts()).toEqual([0, 1])
})

/** The events of a tap, made now: their time is that of the finger, whenever they are told. */
function tapEvents(from = 50, to = from) {
  const place = { bubbles: true, clientY: 50 }
  return [
    new PointerEvent('pointerdown', { ...place, clientX: from }),
    new PointerEvent('pointerup', { ...place, clientX: to }),
    new MouseEvent('click', { ...place, clientX: to, detail: 1 }),
  ]
}

const tell = (element: Element, events: readonly Event[]) => {
  for (const event of events) element.dispatchEvent(event)
}

const beBusy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('two taps of which the second is told late, because the page was busy, are no single ones', async () => {
  const { button, counts } = aTarget()
  const element = button.element()
  tell(element, tapEvents())
  beBusy(200)
  const second = tapEvents()
  beBusy(400)
  setTimeout(() => tell(element, second))
  await pause()
  expect(counts()).toEqual([0, 1])
})

test('a drag is no tap', async () => {
  const { button, counts } = aTarget()
  tell(button.element(), tapEvents(20, 200))
  await pause()
  expect(counts()).toEqual([0, 0])
  await userEvent.click(button)
  await expect.poll(counts).toEqual([1, 0])
})
