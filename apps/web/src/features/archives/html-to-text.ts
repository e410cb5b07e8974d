const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns the character of a code point, or an empty string if the code point is invalid. */
const letterOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/**
 * Returns the text of an HTML post: keeps paragraphs and line breaks, removes tags and link URLs.
 * Never builds a DOM from the HTML, so nothing in it can run or load.
 */
export const htmlToText = (html: string): string =>
  html
    // Keeps the parts of long URLs that Mastodon hides on screen.
    .replace(/<span class="invisible">([^<]*)<\/span>/gi, '$1')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*<p\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
      if (hex) return letterOf(Number.parseInt(hex, 16))
      if (decimal) return letterOf(Number(decimal))
      return entities[String(name).toLowerCase()] ?? whole
    })
    .trim()
