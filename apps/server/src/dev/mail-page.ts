import type { App } from '#platform/http/serve.ts'
import type { Mailbox } from '#platform/mail/mail.ts'
import { Problem } from '#platform/problem.ts'
import { isLoopback } from '#platform/security/network.ts'
import { escapeHtml as escape } from '#platform/text/escape-html.ts'

const renderMessage = ({ to, subject, text, at }: Mailbox['messages'][number]) => `<article>
<h2>${escape(subject)}</h2><p>To ${escape(to)}, <time datetime="${at}">${at}</time></p><pre>${escape(text)}</pre>
</article>`

const renderPage = (mailbox: Mailbox) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Mail · Pawtrait</title></head><body><main><h1>Mail</h1>
<p>What this local instance would have sent, newest first, kept until it stops. <a href="/dev/mail">Reload</a></p>
${mailbox.messages.map(renderMessage).join('\n') || '<p>Nothing yet.</p>'}
</main></body></html>`

/** Serves the development mailbox to requests from this machine only. */
export function serveMailPage(app: App, mailbox: Mailbox) {
  app.fastify.get('/dev/mail', async (request, reply) => {
    if (!isLoopback(request.ip)) throw new Problem('not-found', 'There is nothing here.')
    return reply.type('text/html; charset=utf-8').send(renderPage(mailbox))
  })
}
