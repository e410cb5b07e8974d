import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#ui/Button.tsx'
import { render } from '../../testing/render.tsx'
import { ToastProvider, useToast } from './Toast.tsx'

const undo = vi.fn()

function Hide() {
  const toast = useToast()
  return <Button onClick={() => toast({ text: 'Post hidden', actionLabel: 'Undo', onAction: undo })}>Hide</Button>
}

function show() {
  render(
    <ToastProvider>
      <Hide />
    </ToastProvider>,
  )
  return userEvent.click(page.getByRole('button', { name: 'Hide' }))
}

describe('a toast', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is said politely and takes the deed back', async () => {
    await show()
    await expect.element(page.getByRole('status')).toHaveTextContent('Post hiddenUndo')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    await expect.element(page.getByText('Post hidden')).not.toBeInTheDocument()
  })

  test('goes by itself after eight seconds', async () => {
    await show()
    vi.advanceTimersByTime(7900)
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    vi.advanceTimersByTime(200)
    await expect.element(page.getByText('Post hidden')).not.toBeInTheDocument()
  })

  test('stays while it has the focus', async () => {
    await show()
    page.getByRole('button', { name: 'Undo' }).element().focus()
    await new Promise(requestAnimationFrame)
    vi.advanceTimersByTime(20_000)
    await expect.element(page.getByText('Post hidden')).toBeVisible()
  })

  test('stands above a field at the foot of the window, and its label never breaks', async () => {
    const foot = document.createElement('div')
    foot.dataset.footField = ''
    foot.style.cssText = 'position: fixed; inset: auto 0 0; block-size: 200px'
    document.body.append(foot)
    onTestFinished(() => foot.remove())
    await show()
    const toast = page.getByText('Post hidden').element().getBoundingClientRect()
    expect(toast.bottom).toBeLessThanOrEqual(window.innerHeight - 200)
    expect(getComputedStyle(page.getByRole('button', { name: 'Undo' }).element()).whiteSpace).toBe('nowrap')
  })
})

/** A page with a dialog, and what shows a toast. */
function Asking() {
  const toast = useToast()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Ask</Button>
      <dialog ref={dialog}>
        <Button onClick={() => toast({ text: 'Saved' })}>Save</Button>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </dialog>
      <Hide />
    </>
  )
}

describe('a toast and a dialog', () => {
  const dialog = page.getByRole('dialog')
  const press = (name: string) => userEvent.click(page.getByRole('button', { name }))
  beforeEach(() =>
    render(
      <ToastProvider>
        <Asking />
      </ToastProvider>,
    ),
  )

  test('it is read out in the dialog that is open, and outlives it', async () => {
    await press('Ask')
    const region = document.querySelector('[role=status]')
    const heard: boolean[] = []
    const hear = new MutationObserver(() => heard.push(region?.closest('dialog') !== null))
    hear.observe(region as Element, { childList: true })
    onTestFinished(() => hear.disconnect())
    await press('Save')
    await expect.element(dialog.getByText('Saved')).toBeVisible()
    expect(heard).toEqual([true])
    await press('Close')
    await expect.element(page.getByText('Saved')).toBeVisible()
  })

  test('it stays in reach when a dialog opens over it', async () => {
    await press('Hide')
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    await press('Ask')
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalled()
  })
})
