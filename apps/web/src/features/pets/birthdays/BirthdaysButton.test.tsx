import type { Birthday } from '@pawtrait/contract/pets/pet-days.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PetView } from '#app/PetView.tsx'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { aPet, aPost } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { BirthdaysButton } from './BirthdaysButton.tsx'

const biscuit: Birthday = {
  pet: aPet({ name: 'Biscuit', breed: 'Corgi', backdrop: 'rosehip' }),
  day: '2026-11-21',
  years: 4,
  people: ['wanjiru.k'],
  paws: 38,
  pawedByMe: false,
  ages: [{ age: 3, post: aPost() }],
}

function show(birthdays = [biscuit]) {
  const net = fakeNetwork()
  net.on('GET /api/birthdays', { status: 200, body: { birthdays } })
  renderApp(
    <main>
      <h1>Feed</h1>
      <BirthdaysButton />
    </main>,
  )
  return net
}

describe('BirthdaysButton', () => {
  test('shows a card with name, age and a Like button, and an error when the like fails', async () => {
    const net = show()
    await userEvent.click(page.getByRole('button', { name: 'Biscuit is four today' }))
    const card = page.getByRole('article', { name: 'Biscuit’s birthday' })
    await expect.element(card.getByRole('heading', { name: 'Biscuit is four' })).toBeVisible()
    await expect.element(card).toMatchTextContent('Corgi, with wanjiru.k')
    expect(await listAxeViolations()).toEqual([])
    net.on('PUT /api/pets/*/birthday-paw', errorReply('internal', 500))
    await userEvent.click(card.getByRole('button', { name: 'Like' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing has changed')
    await expect.element(card.getByText(/^38 likes so far/)).toBeVisible()
    net.on('PUT /api/pets/*/birthday-paw', { status: 200, body: { paws: 39, pawedByMe: true } })
    await userEvent.click(card.getByRole('button', { name: 'Like' }))
    await expect.element(card.getByText(/^39 likes so far/)).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Liked' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('lists all birthday pets on one button, and opens a card for each pet on a press', async () => {
    show([biscuit, { ...biscuit, pet: aPet({ name: 'Duchess' }), years: 13 }])
    const line = page.getByRole('button', { name: 'Birthdays today: Biscuit and Duchess' })
    await userEvent.click(line)
    await expect.element(page.getByRole('heading', { name: 'Duchess is 13' })).toBeVisible()
    expect(page.getByRole('article').elements()).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('article')).not.toBeInTheDocument()
    await expect.element(line).toHaveFocus()
  })
})

test.for([
  ['2022-11-21', '2026-11-21', '4 today'],
  ['2022-12-12', '2026-11-21', '4 on 12 December 2026'],
  ['2024-02-29', '2027-02-20', '3 on 28 February 2027'],
] as const)(
  'PetView of a pet born on %s, opened on %s, shows "%s" and the posts of that day in earlier years',
  async ([birthday, today, words]) => {
    const net = fakeNetwork()
    net.on('GET /api/pets/*/posts', { status: 200, body: { posts: [], cursor: null } })
    net.on('GET /api/pets/*/highlights', { status: 200, body: { stories: [] } })
    net.on('GET /api/pets/*/on-this-day', {
      status: 200,
      body: { memories: [{ yearsAgo: 1, post: aPost({ caption: 'The sofa arrives.' }) }] },
    })
    renderApp(<PetView pet={aPet({ birthday, today })} />)
    await expect.element(page.getByRole('list', { name: /^About/ })).toMatchTextContent(words)
    await expect.element(page.getByRole('list', { name: 'On this day' })).toMatchTextContent(/One year ago.*The sofa/s)
  },
)
