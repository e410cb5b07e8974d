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

// What comes after the first look of who is logged in.
const later = ['shell/ErrorPage.tsx', 'shell/UnavailablePage.tsx', 'ui/states/ChunkLoadSheet.tsx']

/**
 * Resolves when the page has loaded what it loads after its first look: what says that something failed, and `more`
 * that this page loads by itself. By then the app handles what is typed, pressed or followed.
 */
export const laterPartsOf = (page: Page, more: string[] = []): Promise<void> =>
  come(
    page,
    [...later, ...more].map((source) => builtFile(`src/${source}`)),
  )

/** When the form of a page without React works whose script comes by itself: until then it is the browser's to send. */
export const formWorks = (page: Page, script: string): Promise<void> =>
  come(page, [builtFile(`src/features/sign-in/scripts/${script}.ts`)])

/** That a file came is not enough: what it imports, and each style sheet, comes by itself. */
const come = (page: Page, files: string[]): Promise<void> =>
  page.evaluate(`(async () => {
    const names = () => performance.getEntriesByType('resource').map(({ name }) => name)
    const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')]
    for (const part of ${JSON.stringify(files.map((file) => `/${file}`))}) {
      while (!names().some((name) => name.endsWith(part))) await new Promise((resolve) => setTimeout(resolve, 100))
      await import(part)
    }
    while (sheets().some(({ sheet }) => !sheet)) await new Promise((resolve) => setTimeout(resolve, 100))
  })()`)
