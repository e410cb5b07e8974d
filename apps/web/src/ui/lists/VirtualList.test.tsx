import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { RowHeights } from './row-heights.ts'
import { VirtualList } from './VirtualList.tsx'
import type { ScrollAnchor } from './virtual-rows.ts'

const HEIGHT = 600
const ids = Array.from({ length: 200 }, (_, index) => `row-${index}`)

beforeEach(() => window.scrollTo(0, 0))

function Item({ id }: { id: string }) {
  return (
    <article style={{ blockSize: HEIGHT }} aria-label={id}>
      <input aria-label={`Words for ${id}`} />
      <button type="button" popoverTarget={`menu-${id}`}>
        Open {id}
      </button>
      <div popover="auto" id={`menu-${id}`}>
        Choices of {id}
      </div>
    </article>
  )
}

type Options = { anchor?: ScrollAnchor | null; heights?: RowHeights; below?: number }

function aList({ anchor = null, heights = new RowHeights(720), below = 0 }: Options = {}) {
  const onLeave = vi.fn<(anchor: ScrollAnchor | null) => void>()
  render(
    <>
      <VirtualList ids={ids} heights={heights} anchor={anchor} onLeave={onLeave} item={Item} />
      <div style={{ blockSize: below }} />
    </>,
  )
  // A wheel event ends the scroll restoration of the previous test.
  window.dispatchEvent(new Event('wheel'))
  return { onLeave, heights }
}

const row = (index: number) => page.getByRole('article', { name: `row-${index}`, exact: true })
const countRendered = () => page.getByRole('article').elements().length
const topOf = (index: number) => row(index).element().getBoundingClientRect().top

test('VirtualList renders only the rows near the viewport and the first rows', async () => {
  aList()
  await expect.element(row(0)).toBeVisible()
  await expect.element(row(3)).toBeInTheDocument()
  expect(countRendered()).toBeLessThan(10)
  window.scrollTo(0, 60_000)
  await expect.poll(() => row(100).elements().length + row(99).elements().length).toBeGreaterThan(0)
  await expect.poll(() => row(5).elements().length).toBe(0)
  expect(countRendered()).toBeLessThan(16)
  await expect.element(row(0)).toBeInTheDocument()
})

test('VirtualList is as high as all rows together once row heights are measured', async () => {
  aList()
  await expect.element(row(3)).toBeInTheDocument()
  window.scrollTo(0, 1_000)
  const list = () => row(0).element().parentElement?.parentElement?.getBoundingClientRect().height
  await expect.poll(list).toBe(HEIGHT * ids.length)
})

test('VirtualList keeps a focused text field and its text in the DOM when the user scrolls away', async () => {
  aList()
  await userEvent.fill(page.getByLabelText('Words for row-3', { exact: true }), 'Good dog')
  window.scrollTo(0, 60_000)
  await expect.poll(() => row(5).elements().length).toBe(0)
  await expect.element(page.getByLabelText('Words for row-3', { exact: true })).toHaveFocus()
  await expect.element(page.getByLabelText('Words for row-3', { exact: true })).toHaveValue('Good dog')
})

test('VirtualList keeps a row in the DOM while its popover is open, even if the user scrolls away', async () => {
  aList()
  await expect.element(row(3)).toBeInTheDocument()
  const menu = row(3).element().querySelector<HTMLElement>('[popover]')
  menu?.showPopover()
  window.scrollTo(0, 60_000)
  await expect.poll(() => row(5).elements().length).toBe(0)
  expect(menu?.isConnected && menu.matches(':popover-open')).toBe(true)
  menu?.hidePopover()
  window.scrollTo(0, 66_000)
  await expect.poll(() => row(3).elements().length).toBe(0)
})

test('VirtualList reports its scroll anchor on page leave, and starts at that anchor on return', async () => {
  const { onLeave, heights } = aList()
  window.scrollTo(0, 60_000)
  await expect.poll(() => row(100).elements().length + row(99).elements().length).toBeGreaterThan(0)
  window.dispatchEvent(new Event('pagehide'))
  const anchor = onLeave.mock.lastCall?.[0] ?? { id: '', offset: Number.NaN }
  const index = ids.indexOf(anchor.id)
  expect(anchor.offset).toBe(topOf(index))
  window.scrollTo(0, 0)
  document.body.replaceChildren()
  aList({ anchor, heights })
  await expect.element(row(index)).toBeInTheDocument()
  await expect.poll(() => Math.abs(topOf(index) - anchor.offset)).toBeLessThan(1)
})

test('VirtualList reports the last row as scroll anchor when the page is scrolled below the list', async () => {
  const { onLeave } = aList({ below: 1_200 })
  window.scrollTo(0, 0)
  await expect.element(row(3)).toBeInTheDocument()
  window.scrollTo(0, 1_000)
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(HEIGHT * ids.length)
  window.scrollTo(0, HEIGHT * ids.length + 300)
  await expect.element(row(199)).toBeInTheDocument()
  window.dispatchEvent(new Event('pagehide'))
  expect(onLeave).toHaveBeenLastCalledWith({ id: 'row-199', offset: topOf(199) })
})

test('VirtualList in a scroll container renders only some rows, and reports its scroll anchor', async () => {
  const onLeave = vi.fn<(anchor: ScrollAnchor | null) => void>()
  render(
    <div data-testid="part" style={{ marginBlockStart: 90, blockSize: 400, overflowY: 'auto' }}>
      <VirtualList ids={ids} heights={new RowHeights(720)} anchor={null} onLeave={onLeave} item={Item} />
    </div>,
  )
  await expect.element(row(3)).toBeInTheDocument()
  const part = page.getByTestId('part').element()
  part.scrollTo(0, 60_000)
  await expect.poll(() => row(100).elements().length + row(99).elements().length).toBeGreaterThan(0)
  await expect.poll(() => row(5).elements().length).toBe(0)
  window.dispatchEvent(new Event('pagehide'))
  const { id, offset } = onLeave.mock.lastCall?.[0] ?? { id: '', offset: Number.NaN }
  expect(topOf(ids.indexOf(id)) - part.getBoundingClientRect().top).toBe(offset)
  expect(offset).toBeLessThanOrEqual(0)
})

test('VirtualList reports a null scroll anchor on page leave if the list has not been scrolled', async () => {
  const { onLeave } = aList()
  // The browser may have restored the scroll position of the previous test.
  window.scrollTo(0, 0)
  await expect.element(row(0)).toBeVisible()
  window.dispatchEvent(new Event('pagehide'))
  expect(onLeave).toHaveBeenCalledWith(null)
})
