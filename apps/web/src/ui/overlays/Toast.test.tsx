import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import buttonStyles from '#ui/Button.module.css'
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

describe('Toast', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('is announced to screen readers, and calls onAction when its button is clicked', async () => {
    await show()
    await expect.element(page.getByRole('status')).toHaveTextContent('Post hiddenUndo')
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    await expect.element(page.getByText('Post hidden')).not.toBeInTheDocument()
  })

  test('returns the focus to the control that had the focus before the toast button was pressed', async () => {
    await show()
    await userEvent.click(page.getByRole('button', { name: 'Undo' }))
    await expect.element(page.getByRole('button', { name: 'Hide' })).toHaveFocus()
  })

  test('disappears after eight seconds', async () => {
    await show()
    vi.advanceTimersByTime(7900)
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    vi.advanceTimersByTime(200)
    await expect.element(page.getByText('Post hidden')).not.toBeInTheDocument()
  })

  test('remains while it has the focus', async () => {
    await show()
    page.getByRole('button', { name: 'Undo' }).element().focus()
    await new Promise(requestAnimationFrame)
    vi.advanceTimersByTime(20_000)
    await expect.element(page.getByText('Post hidden')).toBeVisible()
  })

  test('is placed above a field at the bottom of the window, and keeps its button label on one line', async () => {
    const footer = document.createElement('div')
    footer.dataset.footField = ''
    footer.style.cssText = 'position: fixed; inset: auto 0 0; block-size: 200px'
    document.body.append(footer)
    onTestFinished(() => footer.remove())
    await show()
    const toast = page.getByText('Post hidden').element().getBoundingClientRect()
    expect(toast.bottom).toBeLessThanOrEqual(window.innerHeight - 200)
    expect(getComputedStyle(page.getByRole('button', { name: 'Undo' }).element()).whiteSpace).toBe('nowrap')
  })
})

describe('Toast that overlaps buttons', () => {
  const addButton = (bottom: number, className: string | undefined) => {
    const button = document.createElement('button')
    button.className = className ?? ''
    button.style.cssText = `position: fixed; inset: auto auto ${bottom}px 640px; inline-size: 160px; block-size: 48px`
    document.body.append(button)
    onTestFinished(() => button.remove())
    return button.getBoundingClientRect().top
  }
  const findToastBottom = () => page.getByRole('status').element().getBoundingClientRect().bottom

  test('moves above a primary button that appears after the toast', async () => {
    await show()
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    const usualBottom = findToastBottom()
    const top = addButton(40, buttonStyles.primary)
    await expect.poll(findToastBottom).toBeLessThan(top)
    expect(usualBottom).toBeGreaterThan(top)
  })

  test('stays at the bottom over a ghost button, and if spark buttons fill the lower half of the window', async () => {
    await show()
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    const usualBottom = findToastBottom()
    addButton(40, buttonStyles.ghost)
    await new Promise(requestAnimationFrame)
    expect(findToastBottom()).toBe(usualBottom)
    for (let bottom = 0; bottom < 450; bottom += 50) addButton(bottom, buttonStyles.spark)
    await new Promise(requestAnimationFrame)
    expect(findToastBottom()).toBe(usualBottom)
  })
})

/** Page with a dialog and buttons that show a toast. */
function DialogPage() {
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

describe('Toast with a dialog', () => {
  const dialog = page.getByRole('dialog')
  const press = (name: string) => userEvent.click(page.getByRole('button', { name }))
  beforeEach(() =>
    render(
      <ToastProvider>
        <DialogPage />
      </ToastProvider>,
    ),
  )

  test('is announced inside the open dialog, and remains after the dialog closes', async () => {
    await press('Ask')
    const region = document.querySelector('[role=status]')
    const announcedInDialog: boolean[] = []
    const observer = new MutationObserver(() => announcedInDialog.push(region?.closest('dialog') !== null))
    observer.observe(region as Element, { childList: true })
    onTestFinished(() => observer.disconnect())
    await press('Save')
    await expect.element(dialog.getByText('Saved')).toBeVisible()
    expect(announcedInDialog).toEqual([true])
    await press('Close')
    await expect.element(page.getByText('Saved')).toBeVisible()
  })

  test('stays clickable when a dialog opens over it', async () => {
    await press('Hide')
    await expect.element(page.getByText('Post hidden')).toBeVisible()
    await press('Ask')
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalled()
  })
})
