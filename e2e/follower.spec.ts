import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import { describe, expect } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { journey } from './journey.ts'
import { createFollow, createTestPost } from './test-data.ts'

describe('follower', () => {
  journey('finds a user, receives a new post live, and likes, saves and comments on the post', async ({ aMember }) => {
    const amina = await aMember({ fullname: 'Amina Wekesa', username: 'amina.posts' })
    const bella = await aMember({ fullname: 'Bella Njeri', username: 'bella.reads' })
    const { page } = bella
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const listening = page.waitForResponse('**/api/events?*')
    await page.goto('/dashboard')
    await listening
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    await page.evaluate("window.stayed = 'here'")
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByLabel('Search users, pets and tags').fill('wekes')
    await page.getByLabel('Search users, pets and tags').press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'Amina Wekesa' }).waitFor()
    await awaitResponse(page, 'PUT', /follow$/, () => page.getByRole('button', { name: 'Follow amina.posts' }).click())
    await page.getByRole('button', { name: 'Following amina.posts' }).waitFor()
    // After a follow, the app loads the feed again. A post created before that response would appear without the “new
    // posts” button.
    const feedLink = page.getByRole('link', { name: 'Feed', exact: true })
    await awaitResponse(page, 'GET', /\/api\/feed/, () => feedLink.click())

    const { id } = await createTestPost(amina.page, { caption: 'Rex found the mud', alt: 'Rex, brown all over' })
    await page.getByRole('button', { name: 'Show 1 new post' }).click()
    const post = page.getByRole('article', { name: 'Post by amina.posts' })
    await post.getByText('Rex found the mud').waitFor()
    await post.getByRole('img', { name: 'Rex, brown all over' }).waitFor()
    expect(await page.evaluate('window.stayed')).toBe('here')

    await awaitResponse(page, 'PUT', /like$/, () => post.getByRole('button', { name: 'Like, 0 likes' }).click())
    await post.getByRole('button', { name: 'Like, 1 like', pressed: true }).waitFor()
    await post.getByLabel('Add a comment').fill('That will take a bath')
    await awaitResponse(page, 'POST', /comments$/, () =>
      post.getByRole('button', { name: 'Post', exact: true }).click(),
    )
    await post.getByRole('article', { name: 'bella.reads: That will take a bath' }).waitFor()
    await post.getByRole('button', { name: 'Reply to bella.reads' }).press('Enter')
    await post.getByText('Replying to bella.reads').waitFor()
    await post.getByLabel('Add a comment').fill('Or two')
    await awaitResponse(page, 'POST', /comments$/, () =>
      post.getByRole('button', { name: 'Post', exact: true }).click(),
    )
    await awaitResponse(page, 'PUT', /save$/, () => post.getByRole('button', { name: 'Save' }).click())
    await post.getByRole('button', { name: 'More options for this post' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.getByText('Link copied.').waitFor()
    const address = new URL(`/posts/${id}`, page.url()).href
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)

    await amina.page.goto(address)
    await amina.page.getByRole('button', { name: 'Like, 1 like' }).waitFor()
    await amina.page.getByRole('article', { name: 'bella.reads: That will take a bath' }).waitFor()
    await amina.page.getByRole('article', { name: 'bella.reads: Or two' }).waitFor()

    await page.goto('/dashboard/profile')
    await page.getByRole('tab', { name: 'Saved' }).click()
    await page.locator(`a[href="/posts/${id}"]`).waitFor()
  })

  journey('gets 404 for page, API and photo of a followers-only post after unfollowing', async ({ aMember, visit }) => {
    const amina = await aMember({ username: 'amina.leaves' })
    const bella = await aMember({ username: 'bella.n' })
    await createFollow(bella.page, amina.id)
    const { id, photos } = await createTestPost(amina.page, { caption: 'Only for you', audience: 'followers' })
    const { page } = bella
    await page.goto('/dashboard')
    const post = page.getByRole('article', { name: 'Post by amina.leaves' })
    await post.getByText('Only for you').waitFor()
    await post.getByRole('button', { name: 'More options for this post' }).click()
    await awaitResponse(page, 'DELETE', /follow$/, () => page.getByRole('menuitem', { name: 'Unfollow' }).click())
    await page.getByText('You no longer follow amina.leaves.').waitFor()

    const visitor = await visit('/login')
    const signed = (photos[0] && listPhotoUrls(photos[0])[0]) ?? ''
    expect((await amina.page.request.get(signed)).status()).toBe(200)
    const [bare = ''] = signed.split('?')
    expect(bare).not.toBe(signed)
    for (const each of [page, visitor]) {
      const answer = await each.goto(`/posts/${id}`)
      expect(answer?.status()).toBe(404)
      await each.getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await each.content()).not.toContain('Only for you')
      expect((await each.request.get(bare)).status()).toBe(404)
      expect((await each.request.get(`/api/posts/${id}`)).status()).toBe(404)
    }
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    expect(await page.getByText('Only for you').count()).toBe(0)
  })
})
