import { escapeHtml } from '#platform/text/escape-html.ts'

/** A piece of a page; whatever else stands in one is text. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Part = Html | string | number | null | readonly Part[]

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === null) return ''
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(String(part))
}

/** HTML in which every text that is put in is escaped, attributes too: they stand in double quotes. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + textOf(parts[at] ?? null)).join(''))
