import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PetFollowButton } from '#features/follows/PetFollowButton.tsx'
import { postKey } from '#features/posts/post-cache.ts'
import { startOutbox } from '#lib/outbox/outbox.ts'
import { readOutbox } from '#lib/outbox/outbox-database.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { emptyOutbox } from '../../testing/empty-outbox.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aPost, aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderFeedPosts } from '../../testing/render-feed-posts.tsx'
import { revertOptimisticUpdate } from './apply-outbox-results.ts'

afterEach(emptyOutbox)
beforeEach(() => {
  fakeNetwork()
  setPageViewer(aViewer().id)
  startOutbox(
    () => {},
    () => {},
  )
})

const queuedItem = async (matches: object) => {
  await expect.poll(readOutbox).toMatchObject([matches])
  const [item] = await readOutbox()
  return item as NonNullable<typeof item>
}

describe('revertOptimisticUpdate without a network', () => {
  test.for([1, 2])('restores a like when the action queued after %s presses is cancelled', async (presses) => {
    const post = aPost({ likedByMe: true, likeCount: 4 })
    const queries = renderFeedPosts(post)
    const like = page.getByRole('button', { name: /^Like, / })
    await userEvent.click(like)
    await queuedItem({ kind: 'like', request: { method: 'DELETE' } })
    if (presses === 2) await userEvent.click(like)
    const item = await queuedItem({ kind: 'like', request: { method: presses === 1 ? 'DELETE' : 'PUT' } })
    revertOptimisticUpdate(queries, item)
    expect(queries.getQueryData(postKey(post.id))).toMatchObject({ likedByMe: true, likeCount: 4 })
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
  })

  test('reverts a queued save of a post', async () => {
    const post = aPost({ savedByMe: false })
    const queries = renderFeedPosts(post)
    await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }))
    await expect.element(page.getByText('Waiting to send')).toBeVisible()
    await expect.element(page.getByText('Add to a collection')).not.toBeInTheDocument()
    revertOptimisticUpdate(queries, await queuedItem({ kind: 'save', words: post.author.username }))
    expect(queries.getQueryData(postKey(post.id))).toMatchObject({ savedByMe: false })
  })

  test('reverts a queued follow of a pet', async () => {
    const pet = aPet({ followedByMe: false })
    const queries = renderApp(<PetFollowButton pet={pet} />)
    const follow = page.getByRole('button')
    await userEvent.click(follow)
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true')
    revertOptimisticUpdate(queries, await queuedItem({ kind: 'follow', words: pet.name }))
    await expect.element(follow).toHaveAttribute('aria-pressed', 'false')
  })
})
