import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { awaitResponse } from './await-response.ts'
import { expectAccessibleScreen } from './axe.ts'
import { journey } from './journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { callApi, createFollow, createTestPost, type Member } from './test-data.ts'
import { readTopWhenStill, readValueWhenStill } from './wait-until-still.ts'

vi.setConfig({ testTimeout: 180_000 })

type CreatedComment = { id: string }
const postComment = (by: Member, post: string, text: string, parentId?: string) =>
  callApi<CreatedComment>(by.page, 'POST', `/api/posts/${post}/comments`, { text, ...(parentId && { parentId }) })

const field = (page: Page) => page.getByLabel('Add a comment')
const comment = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const places = (page: Page) =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll('[id^="c-"]')].map((element) => element.getBoundingClientRect().top)`,
  )

/** Opens a post and waits for its event stream and watch request, so that later comments arrive live. */
async function openWatched(page: Page, id: string) {
  const watched = page.waitForResponse((answer) => answer.url().endsWith(`/api/posts/${id}/watch`))
  const listening = page.waitForResponse('**/api/events?*')
  await page.goto(`/posts/${id}`)
  await Promise.all([watched, listening])
}

describe('comments', () => {
  journey('update live without a scroll jump when written, edited, pinned or deleted', async ({ aMember }) => {
    const amina = await aMember({ fullname: 'Amina Otieno', username: 'amina.talks' }, { size: 'desktop' })
    const brian = await aMember({ fullname: 'Brian Mwangi', username: 'brian.m' })
    await createFollow(brian.page, amina.id)
    const { id } = await createTestPost(amina.page, { caption: 'The one wall that matches' })
    const first = await postComment(brian, id, 'The art direction.')
    for (let n = 0; n < 12; n++) await postComment(amina, id, `Thought number ${n}`)
    await openWatched(amina.page, id)
    const { page } = amina
    await comment(page, 'brian.m: The art direction.').waitFor()
    const before = await readValueWhenStill(page, () => places(page))

    // A new thread appears below the other threads, and the comments on screen do not move.
    await openWatched(brian.page, id)
    await field(brian.page).fill('Asking for Pixel')
    await field(brian.page).press('Enter')
    await comment(page, 'brian.m: Asking for Pixel').waitFor({ state: 'attached' })
    await page.getByText('New comment from brian.m').waitFor({ state: 'attached' })
    await expect.poll(async () => (await places(page)).length).toBe(before.length + 1)
    expect((await readValueWhenStill(page, () => places(page))).slice(0, -1)).toEqual(before)
    await page.getByRole('heading', { name: '14 comments' }).waitFor()

    // A button announces the new reply and scrolls to it.
    await brian.page.getByRole('button', { name: 'Reply to brian.m' }).first().click()
    await field(brian.page).fill('And the commitment')
    await field(brian.page).press('Enter')
    await comment(brian.page, 'brian.m: And the commitment').waitFor()
    await page.getByRole('button', { name: 'Show 2 new comments' }).waitFor()
    await page.getByRole('button', { name: 'Show 2 new comments' }).click()
    await comment(page, 'brian.m: And the commitment').waitFor({ state: 'attached' })

    // Mentions a user by keyboard. The first suggestion is selected, and Enter inserts it without sending the comment.
    await field(page).click()
    await page.keyboard.type('Thanks @bri')
    await page.getByRole('option', { name: /brian\.m/ }).waitFor()
    const hit = await page.getByRole('option', { name: /brian\.m/ }).getAttribute('id')
    await expect.poll(() => field(page).getAttribute('aria-activedescendant')).toBe(hit)
    await expectAccessibleScreen(page, 'talk-mention')
    await page.keyboard.press('Enter')
    await page.keyboard.type('!')
    await expect.poll(() => field(page).inputValue()).toBe('Thanks @brian.m !')
    await page.keyboard.press('Enter')
    const thanks = comment(page, 'amina.talks: Thanks @brian.m !')
    await thanks.getByRole('link', { name: '@brian.m' }).waitFor()

    await thanks.getByRole('button', { name: /^More options/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Edit your comment').fill('Thank you @brian.m')
    await page.getByRole('main').locator('form').getByRole('button', { name: 'Save', exact: true }).click()
    await comment(page, 'amina.talks: Thank you @brian.m').getByText('edited').waitFor()
    await comment(brian.page, 'amina.talks: Thank you @brian.m').waitFor()

    const top = comment(page, 'brian.m: The art direction.')
    await top.getByRole('button', { name: 'Like brian.m’s comment, 0 likes' }).click()
    await top.getByRole('button', { name: 'Like brian.m’s comment, 1 like', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'More options for brian.m’s comment' }).last().click()
    await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
    await page.getByText('Pinned to the top.').waitFor()
    await brian.page.getByRole('list', { name: 'Pinned comment' }).getByText('Pinned by amina.talks').waitFor()
    await page.getByRole('list', { name: 'Pinned comment' }).getByText('Pinned by amina.talks').waitFor()

    // A deleted comment with replies becomes a placeholder that says who deleted it.
    await top.getByRole('button', { name: /^More options/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Comment deleted by the author of the post').waitFor()
    await brian.page.getByText('Comment deleted by the author of the post').waitFor()
    await expectAccessibleScreen(page, 'talk-tree')
    await brian.page.goto(`/posts/${id}?comment=${first.id}`)
    await brian.page.getByText('Comment deleted by the author of the post').waitFor()
    await comment(brian.page, 'brian.m: And the commitment').waitFor()
  })

  journey('arrive live after a server restart, without a reload of the whole list', async ({ ownApp }) => {
    const { page } = await ownApp.aMember({ username: 'amina.k' })
    const bella = await ownApp.aMember({ username: 'bella.k' })
    const { id } = await createTestPost(page, { caption: 'Mid-sentence' })
    await openWatched(page, id)
    await postComment(bella, id, 'Before')
    await comment(page, 'bella.k: Before').waitFor()

    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.route('**/api/events?*', (route) => route.abort())
    await ownApp.restart()
    const missed = await postComment(bella, id, 'Missed text')
    await page.unroute('**/api/events?*')
    await comment(page, 'bella.k: Missed text').waitFor({ timeout: 60_000 })
    await postComment(bella, id, 'After')
    await comment(page, 'bella.k: After').waitFor()
    expect(requests.filter((request) => request.includes(' /api/') && !request.endsWith('/api/events'))).toEqual([
      `GET /api/comments/${missed.id}`,
      expect.stringMatching(/^GET \/api\/comments\//),
    ])
  })

  journey('open at a linked reply that is 30 levels deep', async ({ aMember, visit }) => {
    const author = await aMember({ username: 'deep.author' })
    const guest = await aMember({ username: 'deep.guest' })
    const { id } = await createTestPost(author.page, { caption: 'Much to say' })
    const tops: CreatedComment[] = []
    for (let n = 0; n < 18; n++) tops.push(await postComment(author, id, `Top ${n}`))
    for (let n = 18; n < 36; n++) tops.push(await postComment(guest, id, `Top ${n}`))
    let deepest = tops[30] as CreatedComment
    const writers = [await aMember({ username: 'deep.one' }), await aMember({ username: 'deep.two' })] as const
    for (let depth = 1; depth <= 30; depth++)
      deepest = await postComment(writers[depth % 2] as Member, id, `Depth ${depth}`, deepest.id)
    const page = await visit(`/posts/${id}?comment=${deepest.id}`)
    const linked = page.locator(`#c-${deepest.id}`)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`c-${deepest.id}`)
    const top = await readTopWhenStill(linked)
    expect(top > 0 && top < 844).toBe(true)
    // All ancestor comments are loaded, but only those near the viewport are rendered.
    await page.getByRole('article', { name: /: Depth 29$/ }).waitFor()
    await page.mouse.move(195, 400)
    while ((await page.getByRole('article', { name: /: Depth 1$/ }).count()) === 0) {
      await page.mouse.wheel(0, -300)
      await page.waitForTimeout(50)
    }
    await saveScreenshot(page, 'talk-deep')
    await page.getByRole('button', { name: 'Show earlier comments' }).click()
    await page.getByRole('article', { name: 'deep.author: Top 10' }).waitFor()
    await page.goto(`/posts/${id}?comment=${id}`)
    await page.getByText('That comment was deleted.').waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(focused).toContain('That comment was deleted.')
    await page.getByRole('article', { name: 'deep.author: Top 0' }).waitFor()
  })

  journey('can be limited to followers or disabled by the author of the post', async ({ aMember }) => {
    const author = await aMember({ username: 'quiet.author' })
    const guest = await aMember({ username: 'loud.guest' })
    const { id } = await createTestPost(author.page, { caption: 'For those I know' })
    await callApi(author.page, 'PATCH', `/api/posts/${id}`, { replies: 'followers' })
    const { page } = guest
    await page.goto(`/posts/${id}`)
    await page.getByText('Only followers of quiet.author can reply.').waitFor()
    expect(await field(page).count()).toBe(0)
    await expectAccessibleScreen(page, 'talk-followers-only')
    await awaitResponse(page, 'PUT', /follow$/, () => page.getByRole('button', { name: 'Follow quiet.author' }).click())
    await page.getByText('Followers can reply.').waitFor()
    await field(page).fill('Now I may')
    await field(page).press('Enter')
    await comment(page, 'loud.guest: Now I may').waitFor()
    await callApi(author.page, 'PATCH', `/api/posts/${id}`, { replies: 'nobody' })
    await page.reload()
    await page.getByText('Comments are off for this post.').waitFor()
  })
})
