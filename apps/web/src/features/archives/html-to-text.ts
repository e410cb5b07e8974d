import { decodeEntities } from './html-entities.ts'

const tag = /(<!--[\s\S]*?-->|<\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>|<[^<>]*>)/i
const paragraphs = new Set(['p', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const lines = new Set(['div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'figure', 'section'])

/**
 * Returns the text of an HTML post, with paragraphs, line breaks and list items as lines. Replaces a mention with the
 * URL of the profile, because the name may belong to another user on Pawtrait. Other links keep their text and URL.
 * Never builds a DOM from the HTML, so nothing in it can run or load.
 */
export function htmlToText(html: string): string {
  const isMarkedUp = /<(?:br|p|div|[uo]l)\b/i.test(html)
  const text = new TextLines()
  for (const [at, token] of html.split(tag).entries()) {
    if (at % 2 === 1) text.addTag(token)
    // Keeps the line breaks of text without paragraph or line-break tags. Old Pixelfed servers send such text.
    else text.addText(decodeEntities(isMarkedUp ? token.replace(/[ \t\r\n\f]+/g, ' ') : token))
  }
  return text.end()
}

class TextLines {
  private text = ''
  private itemDepth = 0
  private link: { from: number; href: string; classes: string } | null = null

  addText(text: string) {
    this.text += this.text === '' || this.text.endsWith('\n') ? text.replace(/^ +/, '') : text
  }

  addTag(token: string) {
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token.toLowerCase()) ?? []
    const isEnd = slash === '/'
    if (name === 'br') this.breakLine(1, true)
    else if (name === 'a') this.addLink(isEnd ? null : token)
    else if (paragraphs.has(name)) this.breakLine(this.itemDepth > 0 ? 1 : 2)
    else if (lines.has(name)) this.breakLine(1)
    if (name === 'li') this.itemDepth = Math.max(0, this.itemDepth + (isEnd ? -1 : 1))
  }

  end(): string {
    this.addLink(null)
    return this.text.trim()
  }

  /** Makes the text end with at least `count` line breaks. If `always` is true, always adds `count` line breaks. */
  private breakLine(count: number, always = false) {
    this.text = this.text.replace(/ +$/, '')
    if (this.text === '') return
    const before = always ? 0 : (/\n*$/.exec(this.text)?.[0].length ?? 0)
    this.text += '\n'.repeat(Math.max(0, count - before))
  }

  /** Starts a link at its opening tag. `null` ends the current link. */
  private addLink(token: string | null) {
    if (this.link) {
      const { from, href, classes } = this.link
      this.text = this.text.slice(0, from) + formatLink(this.text.slice(from), href, classes)
    }
    const read = (name: string) => readAttribute(token ?? '', name)
    this.link = token === null ? null : { from: this.text.length, href: read('href'), classes: read('class') }
  }
}

function readAttribute(token: string, name: string): string {
  const [, double, single, unquoted] =
    new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(token) ?? []
  return decodeEntities(double ?? single ?? unquoted ?? '')
}

function formatLink(label: string, href: string, classes: string): string {
  const isAddress = /^https?:\/\/\S+$/i.test(href)
  const isTag = /\bhashtag\b/.test(classes) || label.trimStart().startsWith('#')
  if (!isAddress || isTag || label.trim() === '') return label
  if (/\bmention\b/.test(classes) || /^\s*[@＠]\S+\s*$/.test(label)) return href
  if (/^https?:\/\//i.test(label)) return label
  return href.includes(label.replace(/…$/, '')) ? href : `${label} (${href})`
}
