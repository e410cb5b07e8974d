import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#ui/Button.tsx'
import { render } from '../../testing/render.tsx'
import { Menu } from './Menu.tsx'

const picked = vi.fn()

async function openMenu(key = '{Enter}') {
  picked.mockReset()
  const choice = (label: string, more = {}) => ({ id: label, label, onSelect: () => picked(label), ...more })
  render(
    <>
      <Menu
        label="Fruit"
        items={[choice('Apple'), choice('Banana'), choice('Blueberry', { disabled: true }), choice('Cherry')]}
      >
        {(trigger) => <Button {...trigger}>Choose</Button>}
      </Menu>
      <button type="button">After</button>
    </>,
  )
  page.getByRole('button', { name: 'Choose' }).element().focus()
  await userEvent.keyboard(key)
  await expect.element(page.getByRole('menu', { name: 'Fruit' })).toBeVisible()
}

const item = (name: string) => page.getByRole('menuitem', { name })
const trigger = () => page.getByRole('button', { name: 'Choose' })

describe('Menu used with the keyboard', () => {
  test('opens on Enter, Space and Arrow Down with focus on the first item', async () => {
    await openMenu()
    await expect.element(item('Apple')).toHaveFocus()
    await userEvent.keyboard('{Escape} ')
    await expect.element(item('Apple')).toHaveFocus()
    await userEvent.keyboard('{Escape}{ArrowDown}')
    await expect.element(item('Apple')).toHaveFocus()
  })

  test('opens on Arrow Up with focus on the last item', async () => {
    await openMenu('{ArrowUp}')
    await expect.element(item('Cherry')).toHaveFocus()
  })

  test('sets aria-expanded while it is open', async () => {
    await openMenu()
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'false')
  })

  test('wraps around at both ends with the arrow keys', async () => {
    await openMenu()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(item('Cherry')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(item('Apple')).toHaveFocus()
  })

  test('focuses the first and the last item on Home and End', async () => {
    await openMenu()
    await userEvent.keyboard('{End}')
    await expect.element(item('Cherry')).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(item('Apple')).toHaveFocus()
  })

  test('focuses an item by its first letters, and cycles through the matches when a letter is repeated', async () => {
    await openMenu()
    await userEvent.keyboard('b')
    await expect.element(item('Banana')).toHaveFocus()
    await userEvent.keyboard('b')
    await expect.element(item('Blueberry')).toHaveFocus()
    await userEvent.keyboard('b')
    await expect.element(item('Banana')).toHaveFocus()
    await new Promise((resolve) => setTimeout(resolve, 800))
    await userEvent.keyboard('bl')
    await expect.element(item('Blueberry')).toHaveFocus()
    await new Promise((resolve) => setTimeout(resolve, 800))
    await userEvent.keyboard('a')
    await expect.element(item('Apple')).toHaveFocus()
  })

  test('closes on Escape and returns focus', async () => {
    await openMenu()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(trigger()).toHaveFocus()
  })

  test('closes on Tab and moves the focus to the element after its button', async () => {
    await openMenu()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'false')
  })

  test('picks an item on Enter, closes and returns focus', async () => {
    await openMenu()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(picked).toHaveBeenCalledExactlyOnceWith('Banana')
    await expect.element(trigger()).toHaveFocus()
  })

  test('focuses a disabled item but does not pick it', async () => {
    await openMenu()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(item('Blueberry')).toHaveFocus()
    expect(picked).not.toHaveBeenCalled()
  })
})

describe('Menu used with the pointer', () => {
  test('closes on a second click on its button', async () => {
    await openMenu()
    await userEvent.click(trigger())
    await expect.element(trigger()).toHaveAttribute('aria-expanded', 'false')
  })

  test('opens below its button and inside the window', async () => {
    await openMenu()
    const menu = page.getByRole('menu').element().getBoundingClientRect()
    expect(menu.left).toBeGreaterThanOrEqual(8)
    expect(menu.top).toBeGreaterThanOrEqual(trigger().element().getBoundingClientRect().bottom)
  })

  test('is a bottom sheet on a small screen', async () => {
    await page.viewport(390, 844)
    await openMenu()
    const menu = page.getByRole('menu').element()
    await Promise.all(menu.getAnimations().map((animation) => animation.finished))
    const box = menu.getBoundingClientRect()
    expect([box.left, box.right, Math.round(box.bottom)]).toEqual([0, 390, 844])
    await page.viewport(1440, 900)
  })
})
