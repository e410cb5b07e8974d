import { expect } from 'vitest'
import { journey } from './journey.ts'

/** Script that returns the contrast between each button's edge and its background (WCAG 1.4.11: at least 3). */
const edges = `(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const isSeen = (colour) => !/, 0\\)$/.test(colour)
  const behind = (element) => {
    const { backgroundColor } = getComputedStyle(element)
    return isSeen(backgroundColor) ? backgroundColor : behind(element.parentElement)
  }
  const contrast = (first, second) => {
    const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const edge = (element) => {
    const line = getComputedStyle(element).boxShadow.match(/rgba?\\([^)]*\\)/)?.[0]
    const around = behind(element.parentElement)
    return Math.max(contrast(behind(element), around), line ? contrast(line, around) : 1)
  }
  const kinds = ['primary', 'spark', 'ghost', 'soft', 'danger', 'dangerGhost']
  const buttons = [...document.querySelectorAll('button')].filter((element) => kinds.includes(element.textContent))
  return Object.fromEntries(buttons.map((element) => [element.textContent, edge(element)]))
})()`

journey('buttons have an edge with 3:1 contrast under `prefers-contrast: more`', async ({ visit }) => {
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
