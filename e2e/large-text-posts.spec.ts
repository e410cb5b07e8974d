import type { Page } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import { givenFollow, givenPet, givenPost, jpegFile, send } from './given.ts'
import { journey } from './journey.ts'
import { setTextSize } from './large-text.ts'
import { closePhoto, openPhoto } from './photos-of-a-draft.ts'
import { keepScreen } from './screens.ts'
import { drawn } from './still.ts'

vi.setConfig({ testTimeout: 120_000 })

// WCAG 1.4.4: with text twice as large, as set in the browser, a phone shows and does all that it does otherwise.

/** What does not fit: wider than the screen, cut by its own box, or (links and buttons) one over another. */
const misfits = `(() => {
  const box = (one) => one.getBoundingClientRect()
  const shows = (one) => box(one).width > 1 && box(one).height > 1 && !one.closest('.vh, [aria-roledescription=slide]')
  const scrolls = (one) => one.closest('[data-testid=container]') !== null
  const said = (one) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent).slice(0, 40)
  const isMeant = (one) => one.checkVisibility() && shows(one) && !scrolls(one)
  const all = [...document.body.querySelectorAll('*')].filter(isMeant)
  const out = all.filter((one) => box(one).left < -1 || box(one).right > document.documentElement.clientWidth + 1)
  const clips = (how) => how === 'hidden' || how === 'clip'
  const cut = all.filter((one) => {
    if (one.textContent.trim() === '' || one.querySelector('canvas, picture, img')) return false
    const { overflowX, overflowY } = getComputedStyle(one)
    const wide = clips(overflowX) && one.scrollWidth > one.clientWidth + 1
    return wide || (clips(overflowY) && one.scrollHeight > one.clientHeight + 1)
  })
  const bars = 'nav, header, section, form, article'
  const pressed = all.filter((one) => one.matches('nav a, header a, header button, article button, form button'))
  const meet = pressed.flatMap((one, at) => pressed.slice(at + 1).flatMap((other) => {
    const [a, b] = [box(one), box(other)]
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    const isOver = wide > 2 && high > 2 && one.closest(bars) === other.closest(bars)
    return isOver ? [said(one) + ' meets ' + said(other)] : []
  }))
  const { fontSize } = getComputedStyle(document.documentElement)
  return { fontSize, out: out.map(said), cut: cut.map(said), meet }
})()`

async function expectAllThere(page: Page, name: string) {
  await drawn(page)
  await keepScreen(page, `large-text-${name}`)
  expect.soft(await page.evaluate(misfits), name).toEqual({ fontSize: '32px', out: [], cut: [], meet: [] })
}

describe('with text twice as large', () => {
  journey('feed, post, create and the bars around them fit a phone', async ({ aMember }) => {
    const author = await aMember({ fullname: 'Wanjiru Kamau', username: 'wanjiru.kamau' })
    const { id: pet } = await givenPet(author.page, { name: 'Chapati' })
    const words = { caption: 'The tulips lasted eleven minutes #tulips', place: 'Karura Forest, Nairobi', pets: [pet] }
    const { id } = await givenPost(author.page, words)
    const { page, ...reader } = await aMember({ username: 'reader' })
    await givenFollow(page, author.id)
    await send(page, 'POST', `/api/posts/${id}/comments`, { text: 'Longer than ours, @wanjiru.kamau' })
    await setTextSize(page, 32)
    await page.goto('/dashboard')
    const post = page.getByRole('article', { name: 'Post by wanjiru.kamau' })
    await post.getByText('The tulips').waitFor()
    await expectAllThere(page, 'feed')
    await page.goto(`/posts/${id}`)
    await post.getByText('Longer than ours').waitFor()
    await expectAllThere(page, 'post')
    await page.getByPlaceholder('Say something kind…').fill(`From ${reader.username}`)
    await post.getByRole('button', { name: 'Post', exact: true }).click()
    await post.getByText(`From ${reader.username}`).waitFor()
    await page.goto('/dashboard/create')
    await page.getByRole('heading', { name: 'Choose your photos' }).waitFor()
    await expectAllThere(page, 'create')
    await page.getByLabel('Choose photos').setInputFiles([await jpegFile('one.jpg'), await jpegFile('two.jpg')])
    await openPhoto(page, 1)
    await page.getByTestId('container').waitFor()
    await page.getByLabel('Describe photo 1').fill('A garden')
    await expectAllThere(page, 'create-photo')
    await closePhoto(page)
    await expectAllThere(page, 'create-editing')
  })
})
