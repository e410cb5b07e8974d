import type { Manifest, ManifestEntry, Theme } from '@pawtrait/contract/render.ts'
import type { ImagePreload } from '#ui/photos/preload-photo.ts'
import type { PageHead } from './page-loader.ts'
import { STATE_ELEMENT_ID } from './page-state.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns the built files of these source files and of all their static imports. */
export function collectBuiltFiles(
  manifest: Manifest,
  sources: readonly string[],
): { scripts: string[]; styles: string[] } {
  const visited = new Set<ManifestEntry>()
  // Dependencies are listed first, so that the styles of a page override those of the UI kit.
  const entries: ManifestEntry[] = []
  const collect = (source: string) => {
    const entry = manifest[source]
    if (!entry || visited.has(entry)) return
    visited.add(entry)
    for (const imported of entry.imports ?? []) collect(imported)
    entries.push(entry)
  }
  for (const source of sources) collect(source)
  return {
    scripts: entries.map(({ file }) => `/${file}`),
    styles: [...new Set(entries.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
  }
}

/** Fonts that every page preloads: Latin text and headings. */
function listFonts(manifest: Manifest): string[] {
  const preloadedFonts = /(young-serif-latin-400-normal|atkinson-hyperlegible-next-latin-wght-normal)\.woff2$/
  return Object.entries(manifest).flatMap(([source, { file }]) => (preloadedFonts.test(source) ? [`/${file}`] : []))
}

type DocumentParts = {
  head: PageHead
  theme: Theme
  body: string
  /** Photo above the fold. It is preloaded before the scripts, which would delay the photo. */
  firstPhoto?: ImagePreload | undefined
  manifest: Manifest
  /** Source file of the entry script. */
  entry: string
  /** Source files of the chunks that only this page needs, for preloading. */
  sources: readonly string[]
  /** JSON for the data block of the document; null for pages without the app. */
  state: string | null
  url: string
  /** True for a page without JavaScript: the document links its style sheets and no scripts. */
  isStatic?: true
}

function renderMetaTags({ head, url }: DocumentParts): string {
  const pairs: [string, string, string][] = [
    ['property', 'og:title', head.title],
    ['property', 'og:type', 'website'],
    ['property', 'og:url', url],
    ['property', 'og:site_name', 'Pawtrait'],
  ]
  if (head.description)
    pairs.push(['name', 'description', head.description], ['property', 'og:description', head.description])
  if (head.image)
    pairs.push(
      ['property', 'og:image', head.image.url],
      ['property', 'og:image:width', String(head.image.width)],
      ['property', 'og:image:height', String(head.image.height)],
      ['property', 'og:image:alt', head.image.alt],
      ['name', 'twitter:card', 'summary_large_image'],
    )
  if (head.hidden) pairs.push(['name', 'robots', 'noindex'])
  return pairs.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escape(content)}">`).join('')
}

/**
 * Returns the preload link of the first photo. The link must precede the scripts, which would otherwise delay the
 * photo.
 */
const renderPhotoLink = ({ type, srcSet, sizes }: ImagePreload) =>
  `<link rel="preload" as="image" fetchpriority="high" type="${type}" imagesrcset="${escape(srcSet)}" ` +
  `imagesizes="${escape(sizes)}">`

// Background colour of pages; a copy of `--wall` in ui/tokens.css. Phones use it as the colour of the browser's bar.
const wallColours = { light: 'rgb(246 241 239)', dark: 'rgb(18 24 21)' } as const

/** Returns the `theme-color` meta tags: one tag for a theme chosen by the user, two tags for the device's own theme. */
const renderThemeColours = (theme: Theme): string =>
  theme === 'system'
    ? (['light', 'dark'] as const)
        .map(
          (name) => `<meta name="theme-color" content="${wallColours[name]}" media="(prefers-color-scheme: ${name})">`,
        )
        .join('')
    : `<meta name="theme-color" content="${wallColours[theme]}">`

/**
 * Returns the whole HTML document. The document has no inline script or style, because the content security policy
 * forbids both.
 */
export function renderDocument(parts: DocumentParts): string {
  const { head, theme, body, firstPhoto, manifest, entry, sources, state, isStatic } = parts
  const { scripts, styles } = collectBuiltFiles(manifest, [entry, ...sources])
  const entryFile = manifest[entry]?.file
  const preloads = isStatic ? [] : scripts.filter((file) => file !== `/${entryFile}`)
  const styleLinks = styles.map((file) => `<link rel="stylesheet" href="${file}">`)
  const fontLinks = listFonts(manifest).map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  )
  const themeAttribute = theme === 'system' ? '' : ` data-theme="${theme}"`
  return [
    `<!doctype html><html lang="en"${themeAttribute}><head><meta charset="utf-8">`,
    // With `resizes-content`, the bars at the bottom move above the on-screen keyboard, which then hides no field.
    // Safari ignores this value.
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,' +
      'interactive-widget=resizes-content">',
    `<title>${escape(head.title)}</title>`,
    renderMetaTags(parts),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    renderThemeColours(theme),
    // Lists the most urgent files first, because over HTTP/1.1 a browser loads at most six files of a host at a time.
    // Pages without the app load few files. Their fonts come first, so that the text does not shift.
    firstPhoto ? renderPhotoLink(firstPhoto) : '',
    ...(state === null ? [...fontLinks, ...styleLinks] : [...styleLinks, ...fontLinks]),
    ...preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`),
    `</head><body><div id="root">${body}</div>`,
    state === null ? '' : `<script type="application/json" id="${STATE_ELEMENT_ID}">${state}</script>`,
    isStatic ? '' : `<script type="module" fetchpriority="low" src="/${entryFile}"></script>`,
    '</body></html>',
  ].join('')
}
