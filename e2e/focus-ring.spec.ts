import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { givenFollow, givenPet, givenPost, send } from './given.ts'
import { journey } from './journey.ts'

// Where the focus is, and for who asks for more contrast what can be pressed. WCAG 2.4.7 and 2.4.13: whatever has the
// focus wears a ring of 3 px, in the one blue of the theme or of what is behind it.

/** What can have the focus on the page as it is now, with the ring it wears then. A Tab first: it is by keyboard. */
async function ringsOf(page: Page): Promise<Record<string, string>> {
  await page.keyboard.press('Tab')
  return page.evaluate<Record<string, string>>(`(() => {
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const focused = 'a[href], button:not(:disabled), input, textarea, select, summary, [tabindex="0"]'
    const rings = {}
    for (const one of layer.querySelectorAll(focused)) {
      if (one.tabIndex < 0 || !one.checkVisibility() || one.closest('[inert]')) continue
      one.focus({ preventScroll: true })
      if (document.activeElement !== one) continue
      // The control itself, what is drawn in its place, or the field around it.
      const near = [...one.parentElement.parentElement.querySelectorAll('*'), one.parentElement.parentElement]
      const wearer = [one, ...near].find((it) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(it)
        return outlineStyle === 'solid' && outlineWidth === '3px' && it.checkVisibility({ opacityProperty: true })
      })
      const name = one.ariaLabel || one.textContent.trim().slice(0, 40) || one.placeholder || one.outerHTML.slice(0, 90)
      rings[name] = wearer ? getComputedStyle(wearer).outlineColor : 'none'
    }
    return rings
  })()`)
}

// --focus-on-light and --focus-on-dark of ui/tokens.css
const darkBlue = 'rgb(29, 79, 216)'
const lightBlue = 'rgb(157, 185, 255)'

describe('the ring of the focus', () => {
  journey('is the same blue on every page', async ({ aMember }) => {
    const author = await aMember({ username: 'ring.author' })
    const { id: pet, slug } = await givenPet(author.page, { name: 'Mango' })
    const { id } = await givenPost(author.page, { caption: 'At the lake #lake', pets: [pet] })
    const { page, ...reader } = await aMember({ username: 'ring.reader' }, { size: 'desktop' })
    await givenFollow(page, author.id)
    await givenPet(page, { name: 'Kiko' })
    await send(page, 'POST', `/api/posts/${id}/comments`, { text: `By ${reader.username}` })
    const look = async (path: string, whole: string) => {
      await page.goto(path)
      await page.getByText(whole).filter({ visible: true }).first().waitFor()
      for (const [colorScheme, blue] of [
        ['light', darkBlue],
        ['dark', lightBlue],
      ] as const) {
        // A colour on its way from one theme to the other is neither's.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const rings = Object.entries(await ringsOf(page))
        expect.soft(rings.length, `what can have the focus on ${path}`).toBeGreaterThan(12)
        // On a photo it is light in both.
        const others = rings.filter(([, colour]) => colour !== blue && colour !== lightBlue)
        expect.soft(others, `${path}, ${colorScheme}`).toEqual([])
        expect.soft(rings.filter(([, colour]) => colour === blue).length).toBeGreaterThan(8)
      }
    }
    await look('/dashboard', 'At the lake')
    await look(`/pets/${slug}`, 'Mango')
    await look('/pets/new', 'Create page')
    await look('/settings/security', 'This device')
  })
})

/** By how much the edge of each button of the kit differs from what is behind it, as WCAG counts it (1.4.11: 3). */
const edges = `(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const isSeen = (colour) => !/, 0\\)$/.test(colour)
  const behind = (one) => {
    const { backgroundColor } = getComputedStyle(one)
    return isSeen(backgroundColor) ? backgroundColor : behind(one.parentElement)
  }
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const edge = (one) => {
    const line = getComputedStyle(one).boxShadow.match(/rgba?\\([^)]*\\)/)?.[0]
    const around = behind(one.parentElement)
    return Math.max(contrast(behind(one), around), line ? contrast(line, around) : 1)
  }
  const kinds = ['primary', 'spark', 'ghost', 'soft', 'danger', 'dangerGhost']
  const buttons = [...document.querySelectorAll('button')].filter((one) => kinds.includes(one.textContent))
  return Object.fromEntries(buttons.map((one) => [one.textContent, edge(one)]))
})()`

journey('buttons have an edge for who asks for more contrast', async ({ visit }) => {
  const page = await visit('/dev/ui')
  await page.getByRole('button', { name: 'soft', exact: true }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' })
    const found = await page.evaluate<Record<string, number>>(edges)
    expect(Object.keys(found)).toHaveLength(6)
    for (const [kind, contrast] of Object.entries(found))
      expect.soft(contrast, `${kind}, ${colorScheme}`).toBeGreaterThanOrEqual(3)
  }
})
