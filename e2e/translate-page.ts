import type { Page } from 'playwright-core'

const script = `
  const texts = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) texts.push(walk.currentNode)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement.closest('script, style, textarea, svg, font')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }`

/** Does to a page what Chrome's translation does, and goes on with what comes: two `<font>` replace each text. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(`{
    const translate = () => {${script}}
    translate()
    // A task of its own, as a browser translates.
    setInterval(translate, 50)
  }`)
}
