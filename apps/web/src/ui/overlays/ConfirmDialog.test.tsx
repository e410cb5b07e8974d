import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#ui/Button.tsx'
import { render } from '../../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function AskingPage({ onYes, busy = false }: { onYes: () => void; busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete this draft?"
        yes="Delete"
        onYes={onYes}
        busy={busy}
      >
        <p>It is nowhere else.</p>
      </ConfirmDialog>
    </>
  )
}

const question = () => page.getByRole('alertdialog', { name: 'Delete this draft?' })

async function openQuestion(props: Parameters<typeof AskingPage>[0]) {
  render(<AskingPage {...props} />)
  await userEvent.click(page.getByRole('button', { name: 'Ask' }))
  await expect.element(question()).toHaveAccessibleDescription('It is nowhere else.')
}

describe('ConfirmDialog', () => {
  test('closes on Enter without calling onYes, because Cancel has the focus', async () => {
    const onYes = vi.fn()
    await openQuestion({ onYes })
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question()).not.toBeInTheDocument()
    expect(onYes).not.toHaveBeenCalled()
  })

  test('calls onYes once when the destructive button is clicked', async () => {
    const onYes = vi.fn()
    await openQuestion({ onYes })
    await userEvent.click(page.getByRole('button', { name: 'Delete' }))
    expect(onYes).toHaveBeenCalledOnce()
  })

  test('ignores clicks on the destructive button while its action is pending', async () => {
    const onYes = vi.fn()
    await openQuestion({ onYes, busy: true })
    await userEvent.click(page.getByRole('button', { name: 'Delete' }), { force: true })
    expect(onYes).not.toHaveBeenCalled()
  })
})
