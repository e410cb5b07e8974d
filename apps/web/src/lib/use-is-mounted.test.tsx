import { useEffect, useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useIsMounted } from './use-is-mounted.ts'

let isHere: () => boolean

function Note({ isShown }: { isShown: boolean }) {
  const isNoteHere = useIsMounted(isShown)
  useEffect(() => {
    isHere = isNoteHere
  })
  return null
}

test.for(['hidden', 'removed'])('useIsMounted reports false as soon as the component is %s', async (removal) => {
  const results: boolean[] = []
  function Page() {
    const [isShown, setShown] = useState(true)
    // Simulates a response that arrives after layout effects but before the cleanup of passive effects.
    useLayoutEffect(() => {
      if (!isShown) results.push(isHere())
    }, [isShown])
    return (
      <>
        {(isShown || removal === 'hidden') && <Note isShown={isShown} />}
        <button type="button" onClick={() => setShown(false)}>
          Away
        </button>
      </>
    )
  }
  render(<Page />)
  await expect.element(page.getByRole('button')).toBeVisible()
  await expect.poll(() => isHere()).toBe(true)
  await userEvent.click(page.getByRole('button'))
  await expect.poll(() => results).toEqual([false])
})
