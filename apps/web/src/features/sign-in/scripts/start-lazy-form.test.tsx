import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startLazyForm } from './start-lazy-form.ts'

type Start = (form: HTMLFormElement) => void

const onSent = vi.fn<(by: string | null) => void>()
const start: Start = (form) =>
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    onSent(event.submitter?.textContent ?? null)
  })

/** Returns a form with two submit buttons, like the form for guardians. */
function aForm(): HTMLFormElement {
  document.body.innerHTML = '<form method="dialog"><button>Yes</button><button value="no">No</button></form>'
  const form = document.querySelector('form')
  if (!form) throw new Error('no form')
  return form
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))

beforeEach(() => onSent.mockClear())

describe('startLazyForm', () => {
  test('submits the form once its script has loaded, with the button that was pressed last', async () => {
    const code = Promise.withResolvers<Start>()
    const load = vi.fn(() => code.promise)
    startLazyForm(aForm(), load)
    await press('Yes')
    await press('No')
    expect(onSent).not.toHaveBeenCalled()
    code.resolve(start)
    await expect.poll(() => onSent.mock.calls).toEqual([['No']])
    expect(load).toHaveBeenCalledOnce()
    await press('Yes')
    expect(onSent.mock.calls).toEqual([['No'], ['Yes']])
  })

  test('retries a failed load on the next press', async () => {
    const load = vi.fn(async () => start).mockRejectedValueOnce(new Error('offline'))
    startLazyForm(aForm(), load)
    await expect.poll(() => load.mock.settledResults).toMatchObject([{ type: 'rejected' }])
    await press('Yes')
    await expect.poll(() => onSent.mock.calls).toEqual([['Yes']])
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('does not submit the form before a button is pressed', async () => {
    const load = vi.fn(async () => start)
    startLazyForm(aForm(), load)
    await expect.poll(() => load.mock.settledResults).toHaveLength(1)
    expect(onSent).not.toHaveBeenCalled()
    await press('Yes')
    await expect.poll(() => onSent.mock.calls).toEqual([['Yes']])
  })

  test('stays on the page when a button is pressed before `startLazyForm` is called', async () => {
    aForm()
    const before = window.location.href
    await press('No')
    expect(window.location.href).toBe(before)
  })
})
