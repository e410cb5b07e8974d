import { describe, expect } from 'vitest'
import { journey } from './journey.ts'
import { createSignUpData, fillLogIn, fillSignUp } from './person.ts'

describe('sign-up and log-in', () => {
  journey('let a visitor register, log in by email address, and log out', async ({ visit }) => {
    const page = await visit('/', { size: 'desktop' })
    await page.getByRole('heading', { name: 'Welcome to Pawtrait' }).waitFor()
    await page.getByRole('link', { name: 'Register Now' }).click()
    await page.waitForURL('**/signup')
    const amina = createSignUpData({ fullname: 'Amina Otieno', username: 'amina.new', zipcode: 'SW1A 1AA' })
    await fillSignUp(page, amina)
    await page.waitForURL('**/login**')
    await page.getByText('Account created').waitFor()
    expect(await page.getByLabel('Username or email').inputValue()).toBe('amina.new')
    // Zip codes are compared regardless of case, spaces and hyphens.
    await fillLogIn(page, amina.email, 'sw1a-1aa')
    await page.waitForURL('**/dashboard')
    await page.reload()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/dashboard/create')
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard/create')
    expect(await page.evaluate("localStorage.getItem('user')")).toBeNull()
  })

  journey('refuse a wrong zip code, and redirect to ?next= after a correct zip code', async ({ visit }) => {
    const page = await visit('/signup')
    const juma = createSignUpData({ username: 'juma' })
    await fillSignUp(page, juma)
    await page.waitForURL('**/login**')
    await page.goto('/login?next=%2Fsettings')
    await fillLogIn(page, 'juma', '99999')
    await page.getByRole('alert').filter({ hasText: 'Invalid username/email or zip code' }).waitFor()
    await fillLogIn(page, 'juma', juma.zipcode)
    await page.waitForURL('**/settings')
  })

  journey('mark the username field as invalid when the username is taken', async ({ visit }) => {
    const page = await visit('/signup')
    const first = createSignUpData({ username: 'taken.name' })
    await fillSignUp(page, first)
    await page.waitForURL('**/login**')
    await fillSignUp(page, { ...first, username: 'Taken.Name', email: 'other@example.com' })
    const username = page.getByLabel('Username')
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await username.getAttribute('aria-invalid')).toBe('true')
    expect(new URL(page.url()).pathname).toBe('/signup')
  })

  journey('keep typed fields on a reload, except the zip code', async ({ visit }) => {
    const page = await visit('/signup')
    const typed = { 'Full name': 'Amina Otieno', Username: 'amina.again', Email: 'amina@example.com' }
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('Zip code', { exact: true }).fill('00100')
    await page.reload()
    for (const [label, text] of Object.entries(typed))
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    expect(await page.getByLabel('Zip code', { exact: true }).inputValue()).toBe('')
  })
})
