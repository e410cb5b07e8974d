import { readFileSync } from 'node:fs'
import type { Manifest } from '@pawtrait/contract/render.ts'
import type { Page } from 'playwright-core'

/** The file of the build in which a part of the app is, by its source: `assets/BImfRaOn.js`. */
export function builtFile(source: string): string {
  const manifest = JSON.parse(
    readFileSync(new URL('../apps/web/dist/client/manifest.json', import.meta.url), 'utf8'),
  ) as Manifest
  const file = manifest[source]?.file
  if (!file) throw new Error(`${source} is no part of the build`)
  return file
}

/**
 * When all has come that comes after the first look: what says that something is missing, and what asks for a server
 * that is away. That a file came is not enough: what it imports, and each style sheet, comes by itself.
 */
export async function laterPartsOf(page: Page): Promise<void> {
  const parts = ['src/ui/NotOpened.tsx', 'src/lib/server-back.ts', 'src/ui/ToastRegion.tsx'].map(
    (source) => `/${builtFile(source)}`,
  )
  await page.evaluate(`(async () => {
    const names = () => performance.getEntriesByType('resource').map(({ name }) => name)
    const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')]
    for (const part of ${JSON.stringify(parts)}) {
      while (!names().some((name) => name.endsWith(part))) await new Promise((resolve) => setTimeout(resolve, 100))
      await import(part)
    }
    while (sheets().some(({ sheet }) => !sheet)) await new Promise((resolve) => setTimeout(resolve, 100))
  })()`)
}
