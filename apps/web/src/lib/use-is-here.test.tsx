import { useEffect, useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { useIsHere } from './use-is-here.ts'

let isHere: () => boolean

function Note({ isShown }: { isShown: boolean }) {
  const ask = useIsHere(isShown)
  useEffect(() => {
    isHere = ask
  })
  return null
}

test.for(['hidden', 'taken away'])('what is %s counts as gone at once', async (how) => {
  const heard: boolean[] = []
  function Page() {
    const [isShown, setShown] = useState(true)
    // Before any passive effect is undone, as an answer may come.
    useLayoutEffect(() => {
      if (!isShown) heard.push(isHere())
    }, [isShown])
    return (
      <>
        {(isShown || how === 'hidden') && <Note isShown={isShown} />}
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
  await expect.poll(() => heard).toEqual([false])
})
