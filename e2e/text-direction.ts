import type { Page } from 'playwright-core'

/**
 * Script that returns visible Hebrew texts with a direction other than right-to-left, and right-to-left English
 * sentences.
 */
const findWrong = `(() => {
  const hebrew = /[\\u0590-\\u05FF]/
  const wrong = []
  const note = ({ tagName, className }, text) => wrong.push(tagName + '.' + className + ': ' + text.trim().slice(0, 80))
  const isFromRight = (element) => getComputedStyle(element).direction === 'rtl'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (parentElement.closest('script, style, template, [hidden]')) continue
    // Names in a sentence are between bidi isolate characters.
    const bare = data.replace(/\\u2068[^\\u2069]*\\u2069/g, '')
    if (hebrew.test(bare) ? !isFromRight(parentElement) : /[A-Za-z]{3}/.test(bare) && isFromRight(parentElement))
      note(parentElement, data)
  }
  for (const field of document.querySelectorAll('input, textarea'))
    if (hebrew.test(field.value) && !isFromRight(field)) note(field, field.value)
  return wrong
})()`

/** Returns texts of a page with a wrong direction. Hebrew texts need their own `dir="auto"` or `<bdi>`. */
export const findWrongTextDirections = (page: Page): Promise<string[]> => page.evaluate(findWrong)
