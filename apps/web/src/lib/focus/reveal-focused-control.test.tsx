import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/render-app.tsx'
import { revealFocusedControl } from './reveal-focused-control.ts'

test('revealFocusedControl scrolls a row until the focused control is whole', async () => {
  document.addEventListener('focusin', revealFocusedControl)
  onTestFinished(() => document.removeEventListener('focusin', revealFocusedControl))
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  renderApp(
    <div style={{ display: 'flex', overflowX: 'auto' }}>
      {['Dog', 'Cat', 'Bird'].map((name) => (
        <button key={name} type="button" style={{ flex: 'none', inlineSize: 180 }}>
          {name}
        </button>
      ))}
    </div>,
  )
  page.getByRole('button', { name: 'Cat' }).element().focus()
  await userEvent.keyboard('{Tab}')
  const bird = page.getByRole('button', { name: 'Bird' })
  await expect.element(bird).toHaveFocus()
  await expect.poll(() => bird.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
})
