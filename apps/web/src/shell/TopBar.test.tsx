import { useLocation, useNavigate } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeNetwork } from '../testing/fake-network.ts'
import { renderApp } from '../testing/render-app.tsx'
import { TopBar } from './TopBar.tsx'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from './UnsavedChangesDialog.tsx'

/** Page that shows its path, links to the next page, and optionally has unsaved changes. */
function Place({ isUnsaved = false }: { isUnsaved?: boolean }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { blocked } = useUnsavedChangesGuard(isUnsaved && pathname === '/3')
  return (
    <>
      <TopBar title={`At ${pathname}`} back />
      <button type="button" onClick={() => void navigate(`/${Number(pathname.slice(1)) + 1}`)}>
        On
      </button>
      <UnsavedChangesDialog blocked={blocked} changes={['your bio']} onSave={async () => true} />
    </>
  )
}

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const back = page.getByRole('button', { name: 'Back' })

async function goTo3(isUnsaved = false) {
  fakeNetwork()
  // React Router stores the number of a history entry as `idx`. The value 2 means that Back stays inside the app.
  const before: unknown = window.history.state
  window.history.replaceState({ idx: 2 }, '')
  onTestFinished(() => window.history.replaceState(before, ''))
  renderApp(<Place isUnsaved={isUnsaved} />, { at: '/1' })
  for (const next of ['At /2', 'At /3']) {
    await userEvent.click(page.getByRole('button', { name: 'On' }))
    await expect.element(heading(next)).toBeVisible()
  }
}

const pressTwice = () => {
  const button = back.element() as HTMLElement
  button.click()
  button.click()
}

/** Waits until the browser has finished all steps in its history. */
const waitForEffects = () => new Promise((resolve) => setTimeout(resolve, 100))

test('TopBar goes back one page when Back is clicked twice quickly, and one more on a later click', async () => {
  await goTo3()
  pressTwice()
  await expect.element(heading('At /2')).toBeVisible()
  await waitForEffects()
  await expect.element(heading('At /2')).toBeVisible()
  await userEvent.click(back)
  await expect.element(heading('At /1')).toBeVisible()
})

test('TopBar goes back on "Leave without saving", even after the user chose "Keep editing" twice', async () => {
  await goTo3(true)
  for (let times = 0; times < 2; times++) {
    await userEvent.click(back)
    await userEvent.click(page.getByRole('button', { name: 'Keep editing' }))
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  }
  await userEvent.click(back)
  await userEvent.click(page.getByRole('button', { name: 'Leave without saving' }))
  await expect.element(heading('At /2')).toBeVisible()
})
