import { escapeHtml } from '#platform/text/escape-html.ts'

/** HTML text that is already escaped. The template tag `html` escapes values of every other type. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Part = Html | string | number | null | readonly Part[]

function renderPart(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === null) return ''
  return typeof part === 'object' ? part.map(renderPart).join('') : escapeHtml(String(part))
}

/** Template tag that escapes all inserted text. Also safe in attributes, if they are in double quotes. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, at) => text + renderPart(parts[at] ?? null)).join(''))
