import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitForLazyModules } from './built-file.ts'
import { journey } from './journey.ts'
import {
  callApi,
  createFollow,
  createPhoto,
  createTestPet,
  createTestPost,
  jpegFile,
  type Member,
} from './test-data.ts'
import { findWrongTextDirections } from './text-direction.ts'

const directionOf = (text: Locator): Promise<string> =>
  text.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).direction)

const arabic = 'هذا كلبي الصغير يلعب في الحديقة.'

describe('text in any script', () => {
  journey('is displayed from right to left in Arabic, even after a username in Latin letters', async ({ aMember }) => {
    const { page } = await aMember({ username: 'latin.name' })
    const { id } = await createTestPost(page, { caption: arabic })
    await callApi(page, 'POST', `/api/posts/${id}/comments`, { text: arabic })
    for (const path of ['/dashboard', `/posts/${id}`]) {
      await page.goto(path)
      const texts = page.getByRole('article', { name: 'Post by latin.name' }).getByText(arabic)
      await expect.poll(() => texts.count()).toBe(2)
      for (const text of await texts.all()) expect([path, await directionOf(text)]).toEqual([path, 'rtl'])
    }
  })

  journey('keeps zero-width joiners and non-joiners, and has working tags, mentions and links', async ({ aMember }) => {
    const { page, username } = await aMember({ username: 'reader.of.all' })
    const caption = `گربه‌های ما می‌خوابند #ශ්‍රී_ලංකා ＃柴犬 犬@${username}と https://example.com/cat。次`
    const { id } = await createTestPost(page, { caption })
    await page.goto(`/posts/${id}`)
    const post = page.getByRole('article', { name: `Post by ${username}` })
    expect(await post.getByText('می‌خوابند').textContent()).toContain('گربه‌های ما می‌خوابند')
    expect(await post.getByRole('link', { name: 'https://example.com/cat' }).getAttribute('href')).toBe(
      'https://example.com/cat',
    )
    await post
      .getByRole('link', { name: `@${username}`, exact: true })
      .first()
      .waitFor()
    await post.getByRole('link', { name: '＃柴犬' }).waitFor()
    await post.getByRole('link', { name: '#ශ්‍රී_ලංකා' }).click()
    await page.waitForURL('**/tags/**')
    await page.locator(`main a[href="/posts/${id}"]`).first().waitFor()
  })

  journey('is found in any spelling variant, and only the match is marked', async ({ aMember }) => {
    const { page } = await aMember()
    await createTestPost(page, { caption: '고양이 강아지 قِطَّة Straße 😀 my 🐶' })
    for (const [q, match] of [
      ['강', '강'],
      ['قطه', 'قِطَّة'],
      ['strasse', 'Straße'],
      ['🐶', '🐶'],
    ]) {
      await page.goto(`/dashboard/search?q=${q}`)
      await expect.poll(() => page.locator('mark').first().textContent()).toBe(match)
    }
  })

  journey('is displayed from right to left in Hebrew on every page', { timeout: 180_000 }, async ({ aMember }) => {
    const noa = await aMember({ fullname: 'נועה כהן', username: 'noa.k' }, { reducedMotion: true })
    const dan = await aMember({ fullname: 'דן לוי', username: 'dan.l' }, { reducedMotion: true })
    const world = await createHebrewTexts(noa, dan)
    const wrong: string[] = []
    const check: PageCheck = async (page, name) => {
      wrong.push(...(await findWrongTextDirections(page)).map((text) => `${name}: ${text}`))
    }
    for (const [{ page }, path, text] of pagesInHebrew(noa, dan, world)) {
      await page.goto(path)
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      await check(page, path)
    }
    await checkOverlays(noa, dan, world, check)
    expect(wrong).toEqual([])
  })
})

const words = { caption: 'שוקו רץ בים', place: 'תל אביב', alt: 'כלב על החוף' }

async function createHebrewTexts(noa: Member, dan: Member) {
  const { page } = noa
  const pet = { name: 'שוקו', breed: 'כלב כנעני', bio: 'אוהב גשם', species: 'dog' }
  const { id: petId, slug } = await createTestPet(page, pet)
  const { today } = await callApi<{ today: string }>(page, 'GET', `/api/pets/${petId}`)
  await callApi(page, 'PATCH', `/api/pets/${petId}`, { birthday: `2020${today.slice(4)}` })
  await callApi(page, 'PATCH', '/api/profile', { bio: 'שני כלבים' })
  for (const [member, other] of [
    [noa, dan],
    [dan, noa],
  ] as const)
    await createFollow(member.page, other.id)
  await callApi(dan.page, 'PUT', `/api/pets/${petId}/follow`)
  const { id: post } = await createTestPost(page, { ...words, pets: [petId] })
  await callApi(page, 'PATCH', `/api/posts/${post}`, { caption: `${words.caption} #כלבים`, place: 'חיפה' })
  const comments = `/api/posts/${post}/comments`
  const { id: parentId } = await callApi<{ id: string }>(dan.page, 'POST', comments, { text: 'איזה כלב' })
  await callApi(page, 'POST', comments, { text: 'נכון מאוד', parentId })
  await callApi(dan.page, 'PUT', `/api/posts/${post}/like`)
  const { id: shelf } = await callApi<{ id: string }>(page, 'POST', '/api/collections', { name: 'כלבים בים' })
  const photo = await createPhoto(page)
  const storyFields = { photo: photo.id, pets: [petId], caption: 'בוקר טוב' }
  const { id: story } = await callApi<{ id: string }>(page, 'POST', '/api/stories', storyFields)
  const isReady = async () => (await callApi<{ isReady: boolean }>(page, 'GET', `/api/stories/${story}`)).isReady
  await expect.poll(isReady).toBe(true)
  await callApi(page, 'PUT', `/api/close-friends/${dan.id}`)
  return { petId, slug, post, shelf, story }
}

type HebrewTexts = Awaited<ReturnType<typeof createHebrewTexts>>

/** Returns the pages to open. Each has a text that appears once the page is complete. */
function pagesInHebrew(noa: Member, dan: Member, { slug, post, shelf, story }: HebrewTexts) {
  return [
    [dan, '/dashboard', words.caption],
    [dan, `/posts/${post}`, 'נכון מאוד'],
    [dan, '/@noa.k', 'שני כלבים'],
    [dan, '/@noa.k/followers', 'דן לוי'],
    [dan, `/pets/${slug}`, 'אוהב גשם'],
    [dan, '/dashboard/search', 'Explore'],
    [dan, `/dashboard/search?q=${encodeURIComponent('שוקו')}`, 'כלב כנעני'],
    [dan, `/dashboard/search?q=${encodeURIComponent('חיפה')}`, 'Place'],
    [dan, `/tags/${encodeURIComponent('כלבים')}`, 'כלבים'],
    [dan, '/explore/dogs', 'Dogs'],
    [dan, '/notifications', 'follows you now'],
    [dan, `/stories/${story}`, 'שוקו'],
    [noa, '/dashboard/profile', 'שני כלבים'],
    [noa, '/profile/edit', 'Save changes'],
    [noa, `/pets/${slug}/edit`, /^Delete/],
    [noa, `/pets/${slug}/people`, 'What each role can do'],
    [noa, `/pets/${slug}/invite`, /^Invite someone to/],
    [noa, '/pets/new', 'Create page'],
    [noa, '/notifications', 'commented on'],
    [noa, '/saved', 'כלבים בים'],
    [noa, `/saved/${shelf}`, 'Nothing in here yet'],
    [noa, `/posts/${post}/edit`, 'Posted on'],
    [noa, `/posts/${post}/history`, 'חיפה'],
    [noa, '/settings/account', 'נועה כהן'],
    [noa, '/settings/close-friends', 'דן לוי'],
    [noa, '/dashboard/create', 'Choose your photos'],
  ] as const
}

type PageCheck = (page: Page, name: string) => Promise<void>

/** Opens and checks menus, dialogs and forms that contain texts of users. */
async function checkOverlays(noa: Member, dan: Member, { post }: HebrewTexts, check: PageCheck) {
  const { page } = noa
  await page.getByLabel('Choose photos').setInputFiles([await jpegFile()])
  await page.getByLabel('Caption').fill('עוד יום')
  await page.getByRole('button', { name: 'שוקו' }).click()
  await check(page, 'create')
  await page.goto('/drafts')
  await page.getByText('עוד יום').first().waitFor()
  await check(page, 'drafts')
  await page.goto('/stories/new')
  await page.getByLabel('Choose a photo').setInputFiles(await jpegFile())
  await page.getByRole('button', { name: 'Everyone, story details' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'שוקו' }).click()
  await check(page, 'story details')
  await page.goto(`/posts/${post}`)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More options for this post' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
  await check(page, 'delete a post')
  await dan.page.goto('/dashboard/search')
  await waitForLazyModules(dan.page)
  await dan.page.getByRole('combobox').fill('שו')
  await dan.page.getByRole('option').first().waitFor()
  await check(dan.page, 'suggestions')
  await dan.page.goto(`/posts/${post}`)
  await dan.page.getByRole('button', { name: 'כלב על החוף' }).click()
  await dan.page.getByRole('dialog', { name: 'Photos of this post' }).getByRole('button', { name: 'ALT' }).click()
  await check(dan.page, 'photo viewer')
  await callApi(dan.page, 'PUT', `/api/users/${noa.id}/mute`)
  await dan.page.goto('/settings/muted')
  await dan.page.getByText('נועה כהן').waitFor()
  await check(dan.page, 'muted')
  await callApi(dan.page, 'PUT', `/api/users/${noa.id}/block`)
  await dan.page.goto('/settings/blocked')
  await dan.page.getByText('נועה כהן').waitFor()
  await check(dan.page, 'blocked')
}
