import type { Manifest } from '@pawtrait/contract/render.ts'

// Below this a request costs more than what it brings. Parts and pages are fetched alone, so theirs may be smaller.
const LEAST_BYTES = 3900
/** The page of all components. */
export const KIT = 'src/app/dev/UiPage.tsx'
const excused: Record<string, string> = { 'rolldown-runtime': 'the bundler’s own helpers, which every file may need' }

/** What is wrong with how the app's script is cut: small files that several share, files that wait for each other. */
export function misfits(manifest: Manifest, bytesOf: (file: string) => number): string[] {
  const importers = (key: string) =>
    Object.keys(manifest).filter((other) => other !== KIT && manifest[other]?.imports?.includes(key))
  const small = Object.entries(manifest).flatMap(([key, { file, name = '', isEntry, isDynamicEntry }]) => {
    if (!file.endsWith('.js') || isEntry || isDynamicEntry || excused[name]) return []
    const bytes = bytesOf(file)
    // What only the page of all components shares with one other is that other's.
    return bytes < LEAST_BYTES && importers(key).length > 1 ? [`${name} (${file}) has ${bytes} bytes only.`] : []
  })
  return [...small, ...circlesIn(manifest)]
}

function circlesIn(manifest: Manifest): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (key: string, way: readonly string[]) => {
    if (way.includes(key)) circles.push(`${[...way.slice(way.indexOf(key)), key].join(' → ')} wait for each other.`)
    if (done.has(key)) return
    done.add(key)
    for (const imported of manifest[key]?.imports ?? []) visit(imported, [...way, key])
  }
  for (const key of Object.keys(manifest)) visit(key, [])
  return circles
}

/** How many files of script there are, and how large the one in the middle is. */
export function scriptSummary(manifest: Manifest, bytesOf: (file: string) => number): string {
  const files = new Set(Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : [])))
  const sizes = [...files].map(bytesOf).toSorted((a, b) => a - b)
  const small = sizes.filter((size) => size < LEAST_BYTES).length
  const middle = sizes[sizes.length >> 1] ?? 0
  return `${sizes.length} files of script, median ${middle} bytes; ${small} under 4 KB, each fetched alone`
}
