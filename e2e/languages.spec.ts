import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { callApi, givenPost } from './test-data.ts'

const directionOf = (text: Locator): Promise<string> =>
  text.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).direction)

const arabic = 'هذا كلبي الصغير يلعب في الحديقة.'

describe('texts in many scripts', () => {
  journey('are read from the right in Arabic, after a username in Latin letters', async ({ aMember }) => {
    const { page } = await aMember({ username: 'latin.name' })
    const { id } = await givenPost(page, { caption: arabic })
    await callApi(page, 'POST', `/api/posts/${id}/comments`, { text: arabic })
    for (const path of ['/dashboard', `/posts/${id}`]) {
      await page.goto(path)
      const texts = page.getByRole('article', { name: 'Post by latin.name' }).getByText(arabic)
      await expect.poll(() => texts.count()).toBe(2)
      for (const text of await texts.all()) expect([path, await directionOf(text)]).toEqual([path, 'rtl'])
    }
  })

  journey('keep their joiners, and their tags, mentions and links work', async ({ aMember }) => {
    const { page, username } = await aMember({ username: 'reader.of.all' })
    const caption = `گربه‌های ما می‌خوابند #ශ්‍රී_ලංකා ＃柴犬 犬@${username}と https://example.com/cat。次`
    const { id } = await givenPost(page, { caption })
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

  journey('are found however they are typed, and exactly the match is marked', async ({ aMember }) => {
    const { page } = await aMember()
    await givenPost(page, { caption: '고양이 강아지 قِطَّة Straße 😀 my 🐶' })
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
})
