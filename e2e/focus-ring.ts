import type { Page } from 'playwright-core'

// WCAG 2.4.7 and 2.4.13: each focused control shows a ring 3 px wide, in the blue for its theme or background.

/** Returns the colour of each control's focus ring. Presses Tab first, so that `:focus-visible` applies. */
async function ringsOf(page: Page): Promise<Record<string, string>> {
  await page.keyboard.press('Tab')
  return page.evaluate<Record<string, string>>(`(() => {
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const focused = 'a[href], button:not(:disabled), input, textarea, select, summary, [tabindex="0"]'
    const rings = {}
    for (const control of layer.querySelectorAll(focused)) {
      if (control.tabIndex < 0 || !control.checkVisibility() || control.closest('[inert]')) continue
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      // The ring may be on the control itself, on an element drawn in its place, or on the field around it.
      const near = [...control.parentElement.parentElement.querySelectorAll('*'), control.parentElement.parentElement]
      const wearer = [control, ...near].find((it) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(it)
        return outlineStyle === 'solid' && outlineWidth === '3px' && it.checkVisibility({ opacityProperty: true })
      })
      const text = control.ariaLabel || control.textContent.trim().slice(0, 40)
      const name = text || control.placeholder || control.outerHTML.slice(0, 90)
      rings[name] = wearer ? getComputedStyle(wearer).outlineColor : 'none'
    }
    return rings
  })()`)
}

// Colours of --focus-on-light in ui/app-tokens.css and --focus-on-dark in ui/tokens.css.
const darkBlue = 'rgb(29, 79, 216)'
const lightBlue = 'rgb(157, 185, 255)'

/** Returns controls without a ring or with a ring of the wrong colour, in both themes. Ends in the light theme. */
export async function findWrongFocusRings(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const [colorScheme, blue] of [
    ['dark', lightBlue],
    ['light', darkBlue],
  ] as const) {
    // Sets reduced motion, because the transition between themes would change the measured colours.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rings = Object.entries(await ringsOf(page))
    if (rings.length <= 12) wrong.push(`only ${rings.length} can have the focus, ${colorScheme}`)
    // On a photo, the ring is light in both themes.
    const others = rings.filter(([, colour]) => colour !== blue && colour !== lightBlue)
    wrong.push(...others.map(([name, colour]) => `${name}: ${colour}, ${colorScheme}`))
    const inBlue = rings.filter(([, colour]) => colour === blue)
    if (inBlue.length <= 8) wrong.push(`only ${inBlue.length} wear the blue of the theme, ${colorScheme}`)
  }
  return wrong
}
