import { type PageDefinition, pages } from '@pawtrait/contract/pages.ts'
import type { Manifest } from '@pawtrait/contract/render.ts'

/** A page that React renders in the browser. */
export type AppPage = { path: string; audience: PageDefinition['audience']; source: string }

/** Source file of the browser's entry point, as named in the manifest. */
export const ENTRY_SOURCE = 'src/entry-browser.ts'
/** Source file of the app frame around the pages of signed-in users. */
export const SHELL_SOURCE = 'src/app/Shell.tsx'

/** Returns the pages of `routes.tsx` in the same order. Matches `name: page('folder', 'NameOfItsComponent', …`. */
export function findPages(routes: string): AppPage[] {
  const call = /(\w+): page\(\s*'([^']+)',\s*'([^']+)'/g
  const rows: Record<string, PageDefinition> = pages
  return [...routes.matchAll(call)].map(([, name = '', folder = '', component = '']) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} of routes.tsx has no row in pages.ts: add it.`)
    return { path: row.path, audience: row.audience, source: `src/${folder}/${component}.tsx` }
  })
}

/** Returns the files of these entry points and of all their imports. */
export function collectChunkFiles(manifest: Manifest, entries: string[]): Set<string> {
  const files = new Set<string>()
  const keys = new Set(entries)
  // The loop adds entries to the set over which it iterates, so that imports of imports are included.
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) keys.add(imported)
  }
  return files
}
