import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#ui/Button.tsx'
import { render } from '../../testing/render.tsx'
import { Dialog } from './Dialog.tsx'

function Question({ alert = false }: { alert?: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <Dialog
        open={open}
        onClose={close}
        title="Delete this post?"
        closeLabel="Close"
        alert={alert}
        actions={
          <Button onClick={close} data-autofocus="">
            Keep it
          </Button>
        }
      >
        <p>It goes for everyone.</p>
      </Dialog>
    </>
  )
}

const askButton = () => page.getByRole('button', { name: 'Ask' })
const dialog = () => page.getByRole('dialog', { name: 'Delete this post?' })

async function open() {
  render(<Question />)
  await userEvent.click(askButton())
  await expect.element(dialog()).toBeVisible()
}

describe('Dialog', () => {
  test('focuses the button with data-autofocus when it opens', async () => {
    await open()
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  })

  test('traps focus inside', async () => {
    await open()
    askButton().element().focus()
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  })

  test('closes on Escape and returns focus', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(askButton()).toHaveFocus()
  })

  test("reserves the width of the page's scroll bar while it is open", async () => {
    // Headless Chromium has no scroll bars, so the test fakes one of 12 px.
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 12)
    await open()
    expect(getComputedStyle(document.body).paddingInlineEnd).toBe('12px')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(getComputedStyle(document.body).paddingInlineEnd).toBe('0px')
    vi.restoreAllMocks()
    document.documentElement.style.removeProperty('--bar')
  })

  test('can be opened again after it was closed with Escape', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(askButton())
    await userEvent.keyboard('{Escape}')
    await userEvent.click(askButton())
    await expect.element(dialog()).toBeVisible()
  })

  test('closes with its close button', async () => {
    await open()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('closes on a click outside', async () => {
    await open()
    await userEvent.click(document.documentElement, { position: { x: 10, y: 10 }, force: true })
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('keeps an alert dialog open on a click outside', async () => {
    render(<Question alert />)
    await userEvent.click(askButton())
    await userEvent.click(document.documentElement, { position: { x: 10, y: 10 }, force: true })
    const alert = page.getByRole('alertdialog', { name: 'Delete this post?' })
    await expect.element(alert).toBeVisible()
    await expect.element(alert).toHaveAccessibleDescription('It goes for everyone.')
  })
})
