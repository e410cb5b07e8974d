import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { fillLogIn } from './person.ts'
import { createTestPost } from './test-data.ts'

const storedUser = (page: Page): Promise<unknown> => page.evaluate("localStorage.getItem('user')")
const isLanding = (url: URL) => url.pathname === '/'

describe('log-out and log-in', () => {
  journey('remove private data from every tab and from the pages that Back opens', async ({ aPerson }) => {
    const { page } = await aPerson({ fullname: 'Duma Kamau', username: 'duma' })
    const known = JSON.parse(String(await storedUser(page))) as Record<string, unknown>
    expect(Object.keys(known).toSorted()).toEqual(['following', 'fullname', 'id', 'image', 'username'])
    await createTestPost(page, { caption: 'Nobody else sees this', audience: 'followers' })
    const tab = await page.context().newPage()
    await tab.goto('/settings/account')
    await tab.getByText('duma@example.com').waitFor()
    await page.reload()
    await page.getByText('Nobody else sees this').waitFor()
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await page.getByLabel('Full name').waitFor()

    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL(isLanding)
    await tab.waitForURL(isLanding)
    expect(await storedUser(page)).toBeNull()
    await page.getByRole('link', { name: 'Log In' }).first().click()
    await page.getByLabel('Zip code', { exact: true }).and(page.locator(':focus')).waitFor()
    expect(await page.getByLabel('Username or email').inputValue()).toBe('duma')
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('duma')
    await page.goBack()
    await page.waitForURL(isLanding)
    await page.goBack()
    await page.waitForURL('**/login?next=*')
    await page.getByLabel('Username or email').waitFor()
    expect(await page.content()).not.toMatch(/Duma Kamau|duma@example|Nobody else sees this/)
    await tab.goBack()
    await tab.waitForURL('**/login?next=*')
    await tab.getByLabel('Username or email').waitFor()
    expect(await tab.content()).not.toMatch(/Duma Kamau|duma@example/)
    expect((await page.request.get('/api/feed')).status()).toBe(401)
  })

  journey('let a user end the session of another browser from the list of sessions', async ({ aMember, visit }) => {
    const duma = await aMember({ username: 'duma.two' })
    const other = await visit('/login')
    await fillLogIn(other, 'duma.two', duma.zipcode)
    await other.waitForURL('**/dashboard')
    await duma.page.goto('/settings/security')
    await duma.page.getByText('This device', { exact: true }).waitFor()
    const there = duma.page.getByRole('listitem').getByRole('button', { name: /^Log out / })
    await there.click()
    await there.waitFor({ state: 'detached' })
    await duma.page.getByText('is logged out').waitFor()
    expect((await other.request.get('/api/session')).status()).toBe(401)
    await other.reload()
    await other.waitForURL('**/login?next=*')
    await duma.page.reload()
    await duma.page.getByText('This device', { exact: true }).waitFor()
  })

  journey('redirect a visitor from a page for users to /login, and back after the log-in', async ({ app, aMember }) => {
    const { page, ...nala } = await aMember({ username: 'nala' })
    await page.context().clearCookies()
    for (const path of ['/dashboard', '/dashboard/search?q=rex&type=pet', '/settings', '/pets/new']) {
      const answer = await fetch(app.origin + path, { redirect: 'manual' })
      expect([path, answer.status]).toEqual([path, 302])
      const to = new URL(answer.headers.get('location') ?? '', app.origin)
      expect([to.pathname, to.searchParams.get('next')]).toEqual(['/login', path])
      expect((await fetch(to)).redirected).toBe(false)
    }
    await page.goto('/dashboard/search?q=rex&type=pet')
    await page.waitForURL('**/login?next=*')
    await fillLogIn(page, 'nala', nala.zipcode)
    await page.waitForURL('**/dashboard/search?q=rex&type=pet')
    await expect.poll(() => page.getByLabel('Search users, pets and tags').inputValue()).toBe('rex')
    for (const short of ['create', 'search', 'premium', 'profile']) {
      await page.goto(`/${short}?q=rex`)
      const { pathname, search } = new URL(page.url())
      expect(pathname + search).toBe(`/dashboard/${short}?q=rex`)
    }
  })

  journey('ignore a ?next= that leads to another site', async ({ app, aMember }) => {
    const { page, ...nala } = await aMember()
    for (const next of ['//evil.example/', '/..//evil.example', '/%2e%2e//evil.example', '/\\evil.example']) {
      await page.context().clearCookies()
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await fillLogIn(page, nala.username, nala.zipcode)
      await page.waitForURL((url) => url.pathname !== '/login')
      expect([next, page.url()]).toEqual([next, `${app.origin}/dashboard`])
    }
  })
})
