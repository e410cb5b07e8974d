import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { render } from '../../testing/render.tsx'
import { UiPage } from './UiPage.tsx'

const WIDTHS = [320, 390, 900, 1440]
describe.for(['light', 'dark'] as const)('%s theme', (theme) => {
  beforeEach(async () => {
    render(<UiPage />)
    await userEvent.click(page.getByRole('button', { name: theme, exact: true }))
  })
  afterEach(() => page.viewport(1440, 900))

  test('UiPage has no accessibility violations', async () => {
    expect(await listAxeViolations()).toEqual([])
  })

  test('UiPage has no accessibility violations with an open dialog', async () => {
    await userEvent.click(page.getByRole('button', { name: 'Open an alert' }))
    expect(await listAxeViolations()).toEqual([])
  })

  test('UiPage has no accessibility violations with an open menu', async () => {
    await userEvent.click(page.getByRole('button', { name: 'More options' }).last())
    expect(await listAxeViolations()).toEqual([])
  })

  test('UiPage has no accessibility violations with a toast', async () => {
    await userEvent.click(page.getByRole('button', { name: 'Show a toast' }))
    expect(await listAxeViolations()).toEqual([])
  })

  test.for(WIDTHS)('UiPage does not scroll horizontally in a window %i px wide', async (width) => {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
