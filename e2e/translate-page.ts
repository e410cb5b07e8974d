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

const keepTranslated = `{
  const translate = () => {${script}}
  translate()
  // Translates in a separate task, as a browser does.
  setInterval(translate, 50)
}`

/** Simulates Chrome’s translation, which replaces each text node, even if added later, with two `<font>` elements. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(keepTranslated)
}

/**
 * Translates each document that the page opens from now on. Starts as soon as the document is parsed, often before
 * hydration.
 */
export async function translateEveryDocument(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => ${keepTranslated})`)
}
