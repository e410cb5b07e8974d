import { escapeHtml as escape } from '#platform/text/escape-html.ts'
import type { Message } from './mail.ts'

type Link = { text: string; url: string }

/** Content of an e-mail. Each line is a paragraph of plain text. */
export type EmailContent = {
  to: string
  subject: string
  lines: readonly string[]
  button: Link
  notes?: readonly string[]
  /** URL of the setting that turns off this kind of e-mail. Undefined for mandatory e-mails. */
  stop?: string
}

/** Returns the support contact as text: an e-mail address, a URL, or an empty text. */
export const formatContact = (supportContact: string) => supportContact.replace(/^mailto:/, '')

const paragraphs = (lines: readonly string[], style = '') =>
  lines.map((line) => `<p style="margin:0 0 16px${style}">${escape(line)}</p>`).join('\n')

const SMALL = ';font-size:14px;color:#55605b'
const BUTTON =
  'display:inline-block;padding:14px 24px;border-radius:999px;background:#14594c;color:#ffffff;text-decoration:none'

// The styles are inline, because mail programs remove style sheets.
const renderHtml = ({ subject, lines, button, notes = [], stop }: EmailContent) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#16231f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
${paragraphs(lines)}
<p style="margin:24px 0"><a href="${escape(button.url)}" style="${BUTTON}">${escape(button.text)}</a></p>
${paragraphs(notes, SMALL)}
${stop ? `<p style="margin:0${SMALL}"><a href="${escape(stop)}" style="color:#14594c">Stop these emails</a></p>` : ''}
</div></body></html>
`

export function renderEmail(letter: EmailContent): Message {
  const { to, subject, lines, button, notes = [], stop } = letter
  const stopLines = stop ? [`Stop these emails: ${stop}`] : []
  const text = `${[...lines, `${button.text}: ${button.url}`, ...notes, ...stopLines].join('\n\n')}\n`
  return { to, subject, text, html: renderHtml(letter) }
}
