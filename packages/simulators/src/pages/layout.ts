import { renderIcon } from './icons.ts'

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Renders a page with the "TEST MODE" bar. `part` is the base name of its script and style sheet. */
export function renderPage({ title, part, main }: { title: string; part: 'phone' | 'checkout'; main: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · TEST MODE</title>
<link rel="icon" href="/test/assets/flask.svg" type="image/svg+xml">
<link rel="stylesheet" href="/test/assets/test.css">
<link rel="stylesheet" href="/test/assets/${part}.css">
<script type="module" src="/test/assets/${part}.mjs"></script>
</head>
<body>
<p class="testbar">${renderIcon('flask')}<b>TEST MODE: no real money</b><span class="wide">The phone and the cards
here are simulated. Nothing leaves this machine.</span></p>
<noscript><p class="noscript">This page works with JavaScript only.</p></noscript>
${main}
</body>
</html>
`
}
