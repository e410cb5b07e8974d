const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Of a number that names no letter nothing is left. */
const letterOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/**
 * The words of a post that is kept as HTML: paragraphs and line breaks stay, tags and addresses behind links go.
 * Nothing is built of the HTML, so nothing in it can run or load.
 */
export const htmlText = (html: string): string =>
  html
    // What Mastodon cuts from long addresses, for screens.
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
