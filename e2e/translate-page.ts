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

/** Simulates Chrome’s translation, also of content added later: two `<font>` elements replace each text node. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(`{
    const translate = () => {${script}}
    translate()
    // Translates in a separate task, as a browser does.
    setInterval(translate, 50)
  }`)
}
