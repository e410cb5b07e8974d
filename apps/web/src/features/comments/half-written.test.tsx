import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PostCard } from '#app/PostCard.tsx'
import { keepPosts } from '#features/posts/post-cache.ts'
import { storeUser } from '#features/users/start-session.ts'
import { forgetHalfWritten } from '#lib/half-written.ts'
import { newQueries } from '#lib/queries.ts'
import { aComment, aPost, aViewer } from '../../testing/given.ts'
import { type Network, network } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const field = page.getByRole('textbox', { name: 'Add a comment' })
const kept = () => localStorage.getItem('half-written')

let net: Network
beforeEach(() => {
  net = network()
})
afterEach(forgetHalfWritten)

function show(post = aPost()) {
  const queries = newQueries({ retries: 0 })
  keepPosts(queries, [post])
  renderApp(<PostCard id={post.id} />, { queries })
  return post
}

test('a comment that is half-written is kept on the device letter by letter, until it is posted', async () => {
  const post = show()
  await userEvent.type(field, 'Half a tho')
  expect(kept()).toBe(JSON.stringify({ [`comment:${post.id}`]: 'Half a tho' }))
  const said = aComment(post.id, { text: 'Half a tho', mine: true })
  net.on('POST /api/posts/*/comments', { status: 201, body: said })
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('')
  expect(kept()).toBe('{}')
})

test('a comment that was half-written before the page was loaded again stands in its field', async () => {
  const post = aPost()
  // As in a page that has just been loaded: nothing of it is in memory.
  forgetHalfWritten()
  localStorage.setItem('half-written', JSON.stringify({ [`comment:${post.id}`]: 'Where was I' }))
  show(post)
  await expect.element(field).toHaveValue('Where was I')
})

test('what somebody left half-written is not for the next who logs in here, and is for them', async () => {
  const [first, second] = [aViewer(), aViewer()]
  storeUser(first)
  show()
  await userEvent.type(field, 'Mine')
  storeUser(first)
  expect(kept()).toContain('Mine')
  storeUser(second)
  expect(kept()).toBeNull()
})
