import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'
import { OfferCard } from './OfferCard.tsx'

function Feed() {
  const [isOffered, setOffered] = useState(true)
  const decline = (
    <button type="button" onClick={() => setOffered(false)}>
      Not now
    </button>
  )
  return (
    <>
      <h1>Feed</h1>
      {isOffered && <OfferCard id="offer" title="Install" text="It opens at once." actions={decline} />}
    </>
  )
}

test('OfferCard moves the focus to the page heading when a button on the card removes the card', async () => {
  renderApp(<Feed />)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByRole('heading', { name: 'Feed' })).toHaveFocus()
})
