import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journeyInSeparateApp } from './journey.ts'
import { callApi, createFollow, createPhoto, createTestPost } from './test-data.ts'

// Starts a separate app, because these users would appear in searches of other tests.
const inOwnApp = journeyInSeparateApp()

// Security checks B05 and B06 in docs/security/checks.md. The app shows user input as text, and user input does not
// break the layout.
const script = '<script>alert(1)</script>'
const image = '<img src=x onerror=alert(2)>'
const link = 'javascript:alert(3)'
const family = '👩‍👩‍👧‍👦'.repeat(60)
const overriding = '\u202Egnp.exe\u202C'
const zalgo = `Z${'\u0335\u0321\u0327\u0347\u0353\u0300'.repeat(6)}algo`
const endless = 'W'.repeat(60)
const markup = `${script} ${image} ${link}`

/** Returns a list to which the page's dialogs and CSP violations are added from now on. */
function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) seen.push(message.text())
  })
  return seen
}

/** Script that returns elements that cause horizontal overflow, and elements that could run a script. */
const inspect = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const runs = document.querySelectorAll('script:not([src]):not([type]), img[onerror], a[href^="javascript"]')
  const isWide = (element) => element.getBoundingClientRect().right > clientWidth
  const wide = scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')].filter(isWide) : []
  const culprits = wide.map((element) => element.tagName + '.' + element.className).slice(0, 8)
  return { wider: scrollWidth - clientWidth, culprits, runs: [...runs].map((element) => element.outerHTML) }
})()`

async function expectTextInBox(page: Page, where: string) {
  expect.soft(await page.evaluate(inspect), `${where} at ${page.url()}`).toEqual({ wider: 0, culprits: [], runs: [] })
}

const shows = (place: Page | Locator, text: string) => place.getByText(text).filter({ visible: true }).first().waitFor()

describe('hostile text', () => {
  inOwnApp('appears as plain text in every field when it contains markup', async ({ aMember, visit }) => {
    const author = await aMember({ fullname: image, username: 'mallory' })
    const seen = watch(author.page)
    const pet = await callApi<{ id: string; slug: string }>(author.page, 'POST', '/api/pets', {
      name: script,
      species: 'cat',
      backdrop: 'plum',
      breed: image,
      bio: markup,
    })
    await callApi(author.page, 'PATCH', '/api/profile', { bio: markup })
    const words = { caption: `${markup} #tag`, alt: `${markup}"'`, place: link, pets: [pet.id] }
    const { id } = await createTestPost(author.page, words)
    const comment = await callApi<{ id: string }>(author.page, 'POST', `/api/posts/${id}/comments`, { text: markup })
    await callApi(author.page, 'POST', `/api/posts/${id}/comments`, { text: image, parentId: comment.id })

    const visitor = await visit('/safety')
    const visitorSeen = watch(visitor)
    for (const page of [visitor, author.page]) {
      await page.goto(`/posts/${id}`)
      const post = page.getByRole('article', { name: 'Post by mallory' })
      await shows(post, script)
      await post.getByRole('button', { name: 'ALT: Read the description of this photo' }).click()
      await shows(post, `${markup}"'`)
      await shows(post.getByRole('article').first(), markup)
      await shows(post.getByRole('article', { name: `mallory: ${image}` }), image)
      expect(await post.locator('picture img').first().getAttribute('alt')).toBe(`${markup}"'`)
      await expectTextInBox(page, 'post')
      await page.goto('/@mallory')
      await shows(page.getByRole('heading', { name: image }), image)
      await shows(page, markup)
      await expectTextInBox(page, 'profile')
      await page.goto(`/pets/${pet.slug}`)
      await shows(page.getByRole('heading', { name: script }), script)
      await expectTextInBox(page, 'pet')
    }
    await author.page.goto('/dashboard')
    await shows(author.page.getByRole('article', { name: 'Post by mallory' }), script)
    await expectTextInBox(author.page, 'feed')
    await author.page.goto(`/dashboard/search?q=${encodeURIComponent('<script')}`)
    await shows(author.page.getByRole('listitem'), script)
    await expectTextInBox(author.page, 'search')
    expect([...seen, ...visitorSeen]).toEqual([])
  })

  inOwnApp(
    'does not widen a page when it consists of emoji, long words or letters with many combining marks',
    async ({ aMember, visit }) => {
      const author = await aMember({ fullname: family, username: 'w'.repeat(30) })
      const seen = watch(author.page)
      const pet = { species: 'dog', backdrop: 'fog', breed: endless, bio: `${endless}${endless}${overriding}` }
      const { id: longPet, slug } = await callApi<{ id: string; slug: string }>(author.page, 'POST', '/api/pets', {
        name: endless,
        ...pet,
      })
      const { id: familyPet } = await callApi<{ id: string }>(author.page, 'POST', '/api/pets', {
        name: family,
        ...pet,
      })
      await callApi(author.page, 'PATCH', '/api/profile', { bio: `${zalgo} ${overriding} ${endless}${endless}` })
      const words = { caption: `${zalgo} ${overriding} ${endless}${endless} #${endless}`, place: endless }
      const { id } = await createTestPost(author.page, { ...words, pets: [longPet, familyPet] })
      await callApi(author.page, 'POST', `/api/posts/${id}/comments`, {
        text: `${endless}${endless} ${zalgo} ${overriding}`,
      })

      const shown = await callApi<{ fullname: string; bio: string }>(
        author.page,
        'GET',
        `/api/users/by-username/${'w'.repeat(30)}`,
      )
      expect(shown.fullname).toBe(family)
      // The app removes bidi control characters and invisible characters. It keeps at most four combining marks per
      // letter.
      expect(shown.bio).not.toMatch(/[\u202A-\u202E]/)
      expect(shown.bio).not.toMatch(/\p{M}{5}/u)

      const visitor = await visit('/safety')
      const reader = await aMember({ username: 'reader.safe' })
      await createFollow(reader.page, author.id)
      for (const page of [visitor, reader.page, author.page])
        for (const path of [`/posts/${id}`, `/@${'w'.repeat(30)}`, `/pets/${slug}`, `/tags/${endless}`]) {
          await page.goto(path)
          await page.getByText(/w{30}/i).filter({ visible: true }).first().waitFor()
          await expectTextInBox(page, path)
        }
      for (const path of ['/dashboard', `/dashboard/search?q=WWWW`, '/dashboard/search', '/pets/new']) {
        await reader.page.goto(path)
        await reader.page.getByRole('heading', { level: 1 }).waitFor()
        await expectTextInBox(reader.page, path)
        await author.page.goto(path)
        await author.page.getByRole('heading', { level: 1 }).waitFor()
        await expectTextInBox(author.page, path)
      }
      for (const path of [
        '/profile/edit',
        '/settings',
        '/settings/account',
        `/pets/${slug}/edit`,
        '/dashboard/profile',
      ]) {
        await author.page.goto(path)
        await author.page.getByRole('heading', { level: 1 }).waitFor()
        await expectTextInBox(author.page, path)
      }
      await author.page.goto(`/pets/${slug}/edit`)
      await author.page.getByRole('button', { name: /^Delete W/ }).click()
      await author.page.getByRole('alertdialog').waitFor()
      await expectTextInBox(author.page, 'the question before a pet is deleted')
      expect(seen).toEqual([])
    },
  )

  inOwnApp('is refused with 400 when too long or invisible, and loses its control characters', async ({ aMember }) => {
    const { page } = await aMember({ username: 'careful' })
    const { id: photo } = await createPhoto(page)
    const refused = async (path: string, data: unknown) => {
      const { origin } = new URL(page.url())
      const answer = await page.request.post(origin + path, { headers: { origin }, data })
      return [answer.status(), answer.headers()['content-type']]
    }
    const problem = [400, 'application/problem+json']
    const pet = { species: 'dog', backdrop: 'fog' }
    expect(await refused('/api/pets', { ...pet, name: `${family}x` })).toEqual(problem)
    expect(await refused('/api/pets', { ...pet, name: '\u202E\u200B' })).toEqual(problem)
    expect(await refused('/api/posts', { photos: [{ id: photo }], caption: 'x'.repeat(2201) })).toEqual(problem)
    const created = await callApi<{ name: string }>(page, 'POST', '/api/pets', { ...pet, name: 'A\u0000\u202Eb\uD800' })
    expect(created.name).toBe('Ab\uFFFD')
  })
})
