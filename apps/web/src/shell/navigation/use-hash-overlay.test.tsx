import { useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { useHashOverlay } from './use-hash-overlay.ts'

/** Page that shows its address and contains an overlay. */
function Layered() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { named, open, close } = useHashOverlay('#layer-')
  const closeTwice = () => {
    close()
    close()
  }
  return (
    <>
      <p data-testid="address">
        {pathname} {named ?? 'closed'}
      </p>
      <button type="button" onClick={() => void navigate('/second')}>
        On
      </button>
      <button type="button" onClick={() => open('one')}>
        Open
      </button>
      <button type="button" onClick={closeTwice}>
        Close
      </button>
    </>
  )
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const address = () => page.getByTestId('address')

test('useHashOverlay goes back one history entry when closed twice quickly, and opens again afterwards', async () => {
  render(<Layered />, '/first')
  await press('On')
  for (const _ of [1, 2]) {
    await press('Open')
    await expect.element(address()).toHaveTextContent('/second one')
    await press('Close')
    await expect.element(address()).not.toHaveTextContent('/second one')
    // Waits 100 ms. A second step back would happen earlier.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(address()).toHaveTextContent('/second closed')
  }
})
