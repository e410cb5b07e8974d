import { html } from './html.ts'

/** Styles of the readable copy, light and dark. Inlined, because the page is opened from disk. */
export const readableCopyStyle = html`
:root { color-scheme: light dark; --paper: #f7f1ee; --card: #ffffff; --ink: #16231f; --ink-2: #55605b; --link: #14594c }
@media (prefers-color-scheme: dark) {
  :root { --paper: #101815; --card: #19231f; --ink: #eef3f0; --ink-2: #a9b5af; --link: #8fd3c1 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 720px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2, h3 { font-family: Georgia, serif; line-height: 1.2 }
h2 { margin: 48px 0 16px }
a { color: var(--link) }
nav a { display: inline-block; padding: 8px 12px 8px 0 }
article { margin: 0 0 24px; padding: 16px; border-radius: 16px; background: var(--card) }
article h3 { margin: 0 0 12px }
.photos { display: grid; gap: 8px; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)) }
.photos img { display: block; width: 100%; border-radius: 8px }
.face { width: 96px; height: 96px; border-radius: 50%; object-fit: cover }
.words { white-space: pre-line; margin: 12px 0 4px }
.words:empty { display: none }
.facts, time { color: var(--ink-2); font-size: 14px }
.facts { margin: 0 }
ul { margin: 12px 0 0; padding: 0; list-style: none }
li { padding: 4px 0 }
.missing { margin: 0; padding: 24px; border: 1px dashed var(--ink-2); border-radius: 8px; color: var(--ink-2) }
`
