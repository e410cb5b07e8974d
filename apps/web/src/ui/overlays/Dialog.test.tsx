import { useState } from 'react'
import { describe, expect, test } from 'vitest'
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

const ask = () => page.getByRole('button', { name: 'Ask' })
const dialog = () => page.getByRole('dialog', { name: 'Delete this post?' })

async function open() {
  render(<Question />)
  await userEvent.click(ask())
  await expect.element(dialog()).toBeVisible()
}

describe('a dialog', () => {
  test('puts the focus on the safe choice', async () => {
    await open()
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  })

  test('keeps the focus off the page behind', async () => {
    await open()
    ask().element().focus()
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  })

  test('Escape closes it and the focus returns', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(ask()).toHaveFocus()
  })

  test('opens again after Escape', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(ask())
    await userEvent.keyboard('{Escape}')
    await userEvent.click(ask())
    await expect.element(dialog()).toBeVisible()
  })

  test('the close button closes it', async () => {
    await open()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('a press outside closes it', async () => {
    await open()
    await userEvent.click(document.documentElement, { position: { x: 10, y: 10 }, force: true })
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  test('an alert is not closed by a press outside', async () => {
    render(<Question alert />)
    await userEvent.click(ask())
    await userEvent.click(document.documentElement, { position: { x: 10, y: 10 }, force: true })
    const alert = page.getByRole('alertdialog', { name: 'Delete this post?' })
    await expect.element(alert).toBeVisible()
    await expect.element(alert).toHaveAccessibleDescription('It goes for everyone.')
  })
})
