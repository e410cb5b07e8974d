import { useState } from 'react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Switch } from '#ui/forms/Switch.tsx'
import { Link } from '#ui/Link.tsx'
import { render } from '../testing/render.tsx'
import { useOptimisticCheckbox } from './use-optimistic-checkbox.ts'

type Change = (is: boolean) => Promise<unknown>

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>
}

function Tick({ is = false, change }: { is?: boolean; change: Change }) {
  const [shown, tick] = useOptimisticCheckbox(is, change)
  return <Switch label="Likes" checked={shown} onChange={tick} />
}

const control = () => page.getByRole('switch', { name: 'Likes' })

test('useOptimisticCheckbox does not delay navigation while a change waits for the server', async () => {
  render(
    <>
      <Place />
      <Tick change={() => new Promise(() => {})} />
      <Link to="/saved">Saved</Link>
    </>,
  )
  await userEvent.click(control())
  await expect.element(control()).toBeChecked()
  await userEvent.click(page.getByRole('link', { name: 'Saved' }))
  await expect.element(page.getByTestId('place')).toHaveTextContent('/saved')
})

test('useOptimisticCheckbox shows the last click until its request ends, then the saved state', async () => {
  const ends: (() => void)[] = []
  const change = () =>
    new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  render(<Tick is change={change} />)
  await userEvent.click(control())
  await userEvent.click(control())
  await userEvent.click(control())
  ends[0]?.()
  ends[1]?.()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(control()).not.toBeChecked()
  ends[2]?.()
  await expect.element(control()).toBeChecked()
})

test('useOptimisticCheckbox does not flash the old state when the server accepts the change', async () => {
  const shown: boolean[] = []
  function Saved() {
    const [is, setIs] = useState(false)
    const [ticked, tick] = useOptimisticCheckbox(is, async (next) => setIs(next))
    shown.push(ticked)
    return <Switch label="Likes" checked={ticked} onChange={tick} />
  }
  render(<Saved />)
  await userEvent.click(control())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(shown.slice(shown.indexOf(true))).not.toContain(false)
})
