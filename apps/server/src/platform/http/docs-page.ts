import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import { escapeHtml } from '#platform/text/escape-html.ts'

const renderRow = ({ method, path, auth, summary }: Endpoint) =>
  `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code></td>` +
  `<td>${auth}</td><td>${escapeHtml(summary)}</td></tr>`

export const renderDocsPage = (endpoints: readonly Endpoint[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Pawtrait API</title></head><body><main><h1>Pawtrait API</h1>
<p>JSON in and out; refusals are RFC 9457 problems with a stable <code>code</code>.
Full schemas: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What it does</th></tr></thead>
<tbody>${endpoints.map(renderRow).join('\n')}</tbody></table></main></body></html>`
