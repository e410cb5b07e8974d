import type { Manifest, ManifestEntry, Theme } from '@pawtrait/contract/render.ts'
import type { PreloadImage } from '#ui/photos/preload-photo.ts'
import type { PageHead } from './page-loader.ts'
import { STATE_ELEMENT_ID } from './page-state.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Returns the built files of these sources and of all their static imports. */
export function collectBuiltFiles(
  manifest: Manifest,
  sources: readonly string[],
): { scripts: string[]; styles: string[] } {
  const seen = new Set<ManifestEntry>()
  // Dependencies are listed first, so that the styles of a page override those of the UI kit.
  const entries: ManifestEntry[] = []
  const visit = (source: string) => {
    const entry = manifest[source]
    if (!entry || seen.has(entry)) return
    seen.add(entry)
    for (const imported of entry.imports ?? []) visit(imported)
    entries.push(entry)
  }
  for (const source of sources) visit(source)
  return {
    scripts: entries.map(({ file }) => `/${file}`),
    styles: [...new Set(entries.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
  }
}

/** Fonts that every page preloads: Latin text and headings. */
function fontsOf(manifest: Manifest): string[] {
  const wanted = /(young-serif-latin-400-normal|atkinson-hyperlegible-next-latin-wght-normal)\.woff2$/
  return Object.entries(manifest).flatMap(([source, { file }]) => (wanted.test(source) ? [`/${file}`] : []))
}

type DocumentParts = {
  head: PageHead
  theme: Theme
  body: string
  /** Photo above the fold, preloaded before scripts that would delay it. */
  firstPhoto?: PreloadImage | undefined
  manifest: Manifest
  /** Source of the entry script. */
  entry: string
  /** Sources of the page's own chunks, to preload. */
  sources: readonly string[]
  /** JSON of the data block; null for pages without the app. */
  state: string | null
  url: string
  /** True for a page without JavaScript: the document links its style sheets and no scripts. */
  still?: true
}

function meta({ head, url }: DocumentParts): string {
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

/** Returns the preload link of the first photo. It must be before the scripts, or they would delay the photo. */
const photoLink = ({ type, srcSet, sizes }: PreloadImage) =>
  `<link rel="preload" as="image" fetchpriority="high" type="${type}" imagesrcset="${escape(srcSet)}" ` +
  `imagesizes="${escape(sizes)}">`

// Page background, `--wall` in ui/tokens.css. Phones use it as the colour of the browser's bar.
const walls = { light: 'rgb(246 241 239)', dark: 'rgb(18 24 21)' } as const

/** Returns the meta tags `theme-color`: one for a chosen theme, two for the theme of the device. */
const themeColours = (theme: Theme): string =>
  theme === 'system'
    ? (['light', 'dark'] as const)
        .map((name) => `<meta name="theme-color" content="${walls[name]}" media="(prefers-color-scheme: ${name})">`)
        .join('')
    : `<meta name="theme-color" content="${walls[theme]}">`

/**
 * Returns the whole HTML document. It has no inline script or style, because the content security policy forbids them.
 */
export function renderDocument(parts: DocumentParts): string {
  const { head, theme, body, firstPhoto, manifest, entry, sources, state, still } = parts
  const { scripts, styles } = collectBuiltFiles(manifest, [entry, ...sources])
  const entryFile = manifest[entry]?.file
  const preloads = still ? [] : scripts.filter((file) => file !== `/${entryFile}`)
  const styleLinks = styles.map((file) => `<link rel="stylesheet" href="${file}">`)
  const fontLinks = fontsOf(manifest).map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  )
  const themeAttribute = theme === 'system' ? '' : ` data-theme="${theme}"`
  return [
    `<!doctype html><html lang="en"${themeAttribute}><head><meta charset="utf-8">`,
    // With `resizes-content`, bottom bars move above the keyboard, so that it hides no field. Safari ignores it.
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,' +
      'interactive-widget=resizes-content">',
    `<title>${escape(head.title)}</title>`,
    meta(parts),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-180.png">',
    themeColours(theme),
    // Most urgent first, because over HTTP/1.1 a browser loads at most six files of a host at a time. Pages without the
    // app have few files, so their fonts come first and the text does not shift.
    firstPhoto ? photoLink(firstPhoto) : '',
    ...(state === null ? [...fontLinks, ...styleLinks] : [...styleLinks, ...fontLinks]),
    ...preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`),
    `</head><body><div id="root">${body}</div>`,
    state === null ? '' : `<script type="application/json" id="${STATE_ELEMENT_ID}">${state}</script>`,
    still ? '' : `<script type="module" fetchpriority="low" src="/${entryFile}"></script>`,
    '</body></html>',
  ].join('')
}
