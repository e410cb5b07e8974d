import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../testing/axe.ts'
import { deferredReply, errorReply, fakeNetwork } from '../testing/fake-network.ts'
import { aPet, aPost } from '../testing/fixtures.ts'
import { aPetPerson } from '../testing/pet-people-fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { PetView } from './PetView.tsx'

const posts = 'GET /api/pets/*/posts'
const noPostsReply = { status: 200, body: { posts: [], cursor: null } }

function showPet(more: Parameters<typeof aPet>[0] = {}) {
  const server = fakeNetwork()
  server.on(posts, noPostsReply)
  renderApp(
    <main>
      <h1>Pet</h1>
      <PetView pet={aPet({ myRole: null, ...more })} />
    </main>,
  )
  return server
}

test('PetView lists only the known facts of a pet', async () => {
  showPet({ breed: '', birthday: null, sex: 'unknown', bio: '' })
  const facts = page.getByRole('list', { name: 'About Clover' }).getByRole('listitem')
  await expect.element(facts).toHaveTextContent('Rabbit')
  expect(facts.elements()).toHaveLength(1)
})

test("PetView shows an empty state for another user's pet without photos", async () => {
  showPet()
  await expect.element(page.getByText('Photos that show Clover appear here, newest first.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Post the first photo' })).not.toBeInTheDocument()
})

test("PetView of the viewer's own pet without photos links to the post editor and the pet's edit form", async () => {
  showPet({ myRole: 'family' })
  await expect
    .element(page.getByRole('link', { name: 'Post the first photo' }))
    .toHaveAttribute('href', '/dashboard/create')
  await expect
    .element(page.getByRole('link', { name: 'Edit Clover' }))
    .toHaveAttribute('href', '/pets/clover-k2m9/edit')
  await expect.element(page.getByRole('button', { name: 'Follow Clover' })).not.toBeInTheDocument()
})

test.for(['Chapatisimba K', 'Bartholomew Maximilian Featherstonehaugh Oluwase'])(
  'PetView breaks no word of the pet name "%s" or of the "People" button across lines on a phone',
  async (name) => {
    await page.viewport(390, 844)
    showPet({ name, myRole: 'owner' })
    const header = page.getByRole('region', { name })
    const label = header.getByText('People', { exact: true })
    await expect.element(label).toBeVisible()
    await expect.element(header.getByRole('link', { name: `Edit ${name}` })).toHaveTextContent('Edit')
    for (const element of [header.getByRole('heading').element(), label.element()])
      expect([...brokenWords(element)]).toEqual([])
  },
)

/** Yields the words of an element that are broken across two lines. */
function* brokenWords({ textContent, childNodes }: Element) {
  const text = [...childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
  if (!text) throw new Error('The element has no text')
  for (const { 0: word, index } of textContent.matchAll(/\S+/g)) {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    if (range.getClientRects().length > 1) yield word
  }
}

test('PetView tells a former sitter that the sitting has ended, and links to an owner', async () => {
  const people = [{ ...aPetPerson('amina.o'), role: 'owner' as const }]
  showPet({ people, today: '2026-11-21', satUntil: '2026-10-22' })
  await expect.element(page.getByText('You were Clover’s sitter until 22 October 2026.')).toBeVisible()
  await expect.element(page.getByText('You can no longer post photos of Clover. What you posted stays.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ask amina.o for a new invitation' }))
    .toHaveAttribute('href', '/@amina.o')
  expect(await listAxeViolations()).toEqual([])
})

test('PetView does not mention a sitting that ended more than a month ago', async () => {
  showPet({ today: '2026-11-21', satUntil: '2026-10-21' })
  await expect.element(page.getByText('Photos that show Clover appear here, newest first.')).toBeVisible()
  await expect.element(page.getByText(/You were Clover’s sitter/)).not.toBeInTheDocument()
})

test("PetView shows the pet's age on each photo", async () => {
  const server = fakeNetwork()
  const post = aPost({ postedAt: '2026-07-03T10:00:00.000Z', caption: 'Carrots.' })
  server.on(posts, { status: 200, body: { posts: [post], cursor: null } })
  renderApp(<PetView pet={aPet()} />)
  await expect.element(page.getByRole('link', { name: /2 years 2 months: Carrots\./ })).toBeVisible()
})

test('PetView groups the posts of a memorial by year', async () => {
  const server = fakeNetwork()
  const on = (postedAt: string) => aPost({ postedAt })
  const memorialPosts = [on('2026-02-01T10:00:00.000Z'), on('2025-12-31T10:00:00.000Z'), on('2025-01-01T10:00:00.000Z')]
  server.on(posts, { status: 200, body: { posts: memorialPosts, cursor: null } })
  server.on('GET /api/pets/*/tributes', { status: 200, body: { tributes: [], cursor: null, mine: null } })
  renderApp(<PetView pet={aPet({ diedOn: '2026-09-09' })} />)
  await expect.element(page.getByRole('heading', { name: '2026', level: 3 })).toBeVisible()
  const older = page.getByRole('region', { name: '2025' })
  await expect.element(older).toBeVisible()
  expect(older.getByRole('link').elements()).toHaveLength(2)
})

test("PetView uses the pet's time zone to group posts by year and to compute ages on posts", async () => {
  const server = fakeNetwork()
  const pet = aPet({ birthday: '2022-01-01', today: '2026-01-02', diedOn: '2026-01-01' })
  // In the pet's time zone, Nairobi, this time is 1:30 on 1 January 2026.
  const post = aPost({
    postedAt: '2025-12-31T22:30:00.000Z',
    caption: 'Cake.',
    pets: [{ ...pet, postedOn: '2026-01-01' }],
  })
  server.on(posts, { status: 200, body: { posts: [post], cursor: null } })
  server.on('GET /api/pets/*/tributes', { status: 200, body: { tributes: [], cursor: null, mine: null } })
  renderApp(<PetView pet={pet} />)
  await expect.element(page.getByRole('heading', { name: '2026', level: 3 })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /4 years: Cake\./ })).toBeVisible()
})

test("PetView computes the pet's current age from today's date in the pet's time zone", async () => {
  showPet({ birthday: '2020-11-28', today: '2025-11-29' })
  const facts = page.getByRole('list', { name: 'About Clover' })
  await expect.element(facts).toMatchTextContent('5 years')
})

test("PetView lists the pet's people in a sentence", async () => {
  const people = ['amina.o', 'wanjiru.k', 'tom.odh'].map((username) => ({
    ...aPost().author,
    username,
    role: 'family' as const,
  }))
  showPet({ people })
  const facts = page.getByRole('list', { name: 'About Clover' })
  await expect.element(facts).toMatchTextContent('With amina.o, wanjiru.k and tom.odh')
})

test('PetView shows an error when the posts fail to load, and loads them again on "Try again"', async () => {
  const server = fakeNetwork()
  server.on(posts, errorReply('internal', 500))
  renderApp(<PetView pet={aPet()} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the posts')
  server.on(posts, { status: 200, body: { posts: [aPost({ caption: 'Carrots.' })], cursor: null } })
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByRole('link', { name: /Carrots\./ })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('PetView reverts a follow and shows an error when the server refuses the follow', async () => {
  const server = showPet()
  const answer = deferredReply()
  server.on('PUT /api/pets/*/follow', answer.answer)
  await userEvent.click(page.getByRole('button', { name: 'Follow Clover' }))
  await expect.element(page.getByText('1 follower', { exact: true })).toBeVisible()
  answer.give(errorReply('internal', 500))
  await expect.element(page.getByText('0 followers', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: Clover. Try again.')
})

test.for(['marigold', 'moss', 'lagoon', 'dusk', 'plum', 'rosehip', 'clay', 'fog'] as const)(
  'PetView has no accessibility violations on backdrop %s in the light and dark themes',
  async (backdrop) => {
    showPet({ backdrop, bio: 'Eats the post.', people: [] })
    await expect.element(page.getByRole('button', { name: 'Follow Clover' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  },
)
