import type { Viewer } from '@pawtrait/contract/users.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { renderHtml } from '../../../testing/render-html.tsx'
import { LandingPage } from './LandingPage.tsx'

const AMINA = { id: '1', username: 'amina.o', fullname: 'Amina Otieno' } as Viewer

const show = (viewer: Viewer | null) =>
  renderHtml(<LandingPage viewer={viewer} mail={false} asksGuardian={false} url={new URL('http://localhost/')} />)

afterEach(() => page.viewport(1440, 900))

describe('landing page', () => {
  test('welcomes a visitor, and links to sign-up and log-in', async () => {
    show(null)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Pawtrait')
    await expect.element(page.getByRole('link', { name: 'Register Now' })).toHaveAttribute('href', '/signup')
    await expect.element(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
    await expect.element(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
    await expect.element(page.getByRole('img', { name: /^A gallery wall of framed pet portraits/ })).toBeVisible()
  })

  test('shows a signed-in user a link to the feed and a log-out button', async () => {
    show(AMINA)
    await expect.element(page.getByRole('link', { name: 'Feed', exact: true })).toHaveAttribute('href', '/dashboard')
    await expect.element(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    expect(page.getByRole('link', { name: 'Log In' }).elements()).toHaveLength(0)
  })

  test('contains no inline style, which the content security policy would block', () => {
    show(null)
    expect(document.querySelectorAll('main [style]')).toHaveLength(0)
  })

  test.for(['light', 'dark'])('has no axe violations in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    show(null)
    expect(await listAxeViolations()).toEqual([])
  })

  test.for([320, 390, 600, 899, 900, 1100, 1920])('does not scroll sideways at %i px', async (width) => {
    await page.viewport(width, 844)
    show(null)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
