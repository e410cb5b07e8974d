import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/render-app.tsx'
import { revealFocusedControl } from './reveal-focused-control.ts'

/** Renders a button, and a scrolling row 300 px wide with three controls. `width`: width of each control in px. */
function showRow(width: number) {
  document.addEventListener('focusin', revealFocusedControl)
  onTestFinished(() => document.removeEventListener('focusin', revealFocusedControl))
  renderApp(
    <>
      <button type="button">Before</button>
      <div data-testid="row" style={{ display: 'flex', inlineSize: 300, overflowX: 'auto' }}>
        {['Dog', 'Cat', 'Bird'].map((name) => (
          <button key={name} type="button" style={{ flex: 'none', inlineSize: width }}>
            {name}
          </button>
        ))}
      </div>
    </>,
  )
  return { row: page.getByTestId('row').element(), control: (name: string) => page.getByRole('button', { name }) }
}

test('revealFocusedControl scrolls a row until the focused control and its focus ring are fully visible', async () => {
  const { row, control } = showRow(140)
  control('Cat').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(control('Bird')).toHaveFocus()
  const edges = row.getBoundingClientRect()
  await expect.poll(() => control('Bird').element().getBoundingClientRect().right).toBeLessThanOrEqual(edges.right)
  row.scrollLeft = 60
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.poll(() => control('Cat').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(edges.left + 8)
})

test('revealFocusedControl does not scroll for a control that is as wide as the row', async () => {
  const { row, control } = showRow(300)
  control('Before').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(control('Dog')).toHaveFocus()
  expect(row.scrollLeft).toBe(0)
})
