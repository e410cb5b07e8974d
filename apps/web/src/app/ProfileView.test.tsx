import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../testing/axe.ts'
import { deferredReply, errorReply, fakeNetwork } from '../testing/fake-network.ts'
import { aPet, aPost, aProfile, aViewer } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { ProfileView } from './ProfileView.tsx'

const profiles = 'GET /api/users/by-username/*'
const posts = 'GET /api/users/*/posts'
const noPostsReply = { status: 200, body: { posts: [], cursor: null } }

const createOtherProfile = (more = {}) =>
  aProfile({ ...aViewer(), username: 'leila.h', fullname: 'Leila Hassan' }, { me: false, ...more })

/** Fakes a server that returns another user's profile. `more` overrides fields of the profile. */
function showOtherProfile(more = {}) {
  const server = fakeNetwork()
  server.on(profiles, { status: 200, body: createOtherProfile(more) })
  server.on(posts, noPostsReply)
  return server
}

const renderProfile = () =>
  renderApp(
    <main>
      <h1>Wall</h1>
      <ProfileView username="leila.h" />
    </main>,
  )
const head = () => page.getByRole('region', { name: 'Leila Hassan' })
const tryAgain = () => page.getByRole('button', { name: 'Try again' })

test('ProfileView shows a labelled skeleton while loading', async () => {
  const server = showOtherProfile()
  const answer = deferredReply()
  server.on(profiles, answer.answer)
  renderProfile()
  await expect.element(page.getByText('Loading the profile')).toBeInTheDocument()
  expect(await listAxeViolations()).toEqual([])
  answer.give({ status: 200, body: createOtherProfile({ bio: 'Two cats.' }) })
  await expect.element(head()).toMatchTextContent('Two cats.')
  await expect.element(page.getByText('Loading the profile')).not.toBeInTheDocument()
})

test('ProfileView shows an error when the profile fails to load, and loads it again on "Try again"', async () => {
  const server = showOtherProfile()
  server.on(profiles, errorReply('internal', 500))
  renderProfile()
  await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load this profile')
  server.on(profiles, { status: 200, body: createOtherProfile() })
  await userEvent.click(tryAgain())
  await expect.element(head()).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('ProfileView shows the header when the posts fail to load, and loads them again on "Try again"', async () => {
  const server = showOtherProfile()
  server.on(posts, errorReply('internal', 500))
  renderProfile()
  await expect.element(head()).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the posts')
  server.on(posts, { status: 200, body: { posts: [aPost({ caption: 'Tulips.' })], cursor: null } })
  await userEvent.click(tryAgain())
  await expect.element(page.getByRole('link', { name: /Tulips\./ })).toBeVisible()
})

test('ProfileView of another user without posts shows the name once, and no link to post or add a pet', async () => {
  showOtherProfile()
  renderProfile()
  await expect.element(page.getByText('Leila Hassan hasn’t posted yet.')).toBeVisible()
  expect(head().getByText('Leila Hassan').elements()).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Post the first photo' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Add a pet' })).not.toBeInTheDocument()
})

test('ProfileView increments the follower count immediately on Follow, and reverts it on failure', async () => {
  const server = showOtherProfile({ counts: { followers: 4, following: 0, posts: 0 } })
  const answer = deferredReply()
  server.on('PUT /api/users/*/follow', answer.answer)
  renderProfile()
  await userEvent.click(page.getByRole('button', { name: 'Follow leila.h' }))
  await expect.element(head().getByRole('link', { name: 'Followers 5' })).toBeVisible()
  answer.give(errorReply('internal', 500))
  await expect.element(head().getByRole('link', { name: 'Followers 4' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not changed: leila.h. Try again.')
})

test("ProfileView shows edit links, saved posts and liked posts on the viewer's own profile", async () => {
  const viewer = aViewer()
  const server = fakeNetwork()
  server.on(profiles, { status: 200, body: aProfile(viewer, { pets: [aPet()] }) })
  server.on(posts, noPostsReply)
  server.on('GET /api/saves', noPostsReply)
  renderApp(<ProfileView username={viewer.username} />, { viewer })
  await expect.element(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/profile/edit')
  await expect.element(page.getByRole('link', { name: 'Add a pet' })).toHaveAttribute('href', '/pets/new')
  await expect.element(page.getByRole('link', { name: /Clover/ })).toHaveAttribute('href', '/pets/clover-k2m9')
  await userEvent.click(page.getByRole('tab', { name: 'Saved' }))
  await expect.element(page.getByText('Nothing saved yet')).toBeVisible()
  const post = aPost({ likedByMe: true })
  server.on('GET /api/likes', { status: 200, body: { posts: [post], cursor: null } })
  await userEvent.click(page.getByRole('tab', { name: 'Liked' }))
  await expect
    .element(page.getByRole('list', { name: 'Liked' }).getByRole('link'))
    .toHaveAttribute('href', `/posts/${post.id}`)
  await expect.element(page.getByText('Only you see this list.')).toBeVisible()
})

test('ProfileView has no accessibility violations in the light and dark themes', async () => {
  const server = showOtherProfile({ bio: 'Two cats.', pets: [aPet()], followsMe: true })
  server.on(posts, { status: 200, body: { posts: [aPost(), aPost()], cursor: null } })
  renderProfile()
  await expect.element(page.getByRole('list', { name: 'Posts' })).toBeVisible()
  expect(await listAxeViolations()).toEqual([])
  document.documentElement.dataset.theme = 'dark'
  expect(await listAxeViolations()).toEqual([])
})

test('ProfileView offers a follow request on a private account, and shows that the request was sent', async () => {
  const server = showOtherProfile({ isPrivate: true, isOpen: false })
  const requested = { followedByMe: false, requestedByMe: true, followerCount: 0 }
  server.on('PUT /api/users/*/follow', { status: 200, body: requested })
  renderProfile()
  await expect.element(page.getByRole('heading', { name: 'This account is private' })).toBeVisible()
  await expect.element(page.getByText('Ask to follow.', { exact: false })).toBeVisible()
  await expect.element(head().getByText('Followers 0')).toBeVisible()
  expect(head().getByRole('link').elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Follow leila.h' }))
  await expect.element(page.getByText('Request sent.', { exact: false })).toBeVisible()
  expect(await listAxeViolations()).toEqual([])
  expect(server.sent.filter((line) => line.endsWith('/posts'))).toEqual([])
})
