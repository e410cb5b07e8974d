import { readFileSync } from 'node:fs'
import type { Manifest } from '@pawtrait/contract/render.ts'
import type { Page } from 'playwright-core'

/** Returns the path of the built file of a source module, such as `assets/BImfRaOn.js`. */
export function findBuiltFile(source: string): string {
  const manifest = JSON.parse(
    readFileSync(new URL('../apps/web/dist/client/manifest.json', import.meta.url), 'utf8'),
  ) as Manifest
  const file = manifest[source]?.file
  if (!file) throw new Error(`${source} is no part of the build`)
  return file
}

// Modules that the app loads in the background, after the first page.
const later = ['shell/ErrorPage.tsx', 'shell/UnavailablePage.tsx', 'ui/states/ChunkLoadSheet.tsx']

/**
 * Resolves when the lazily loaded modules of the page and the modules in `more` have loaded. From then on, the app
 * handles typing, clicks and links.
 */
export const waitForLazyModules = (page: Page, more: string[] = []): Promise<void> =>
  waitForFiles(
    page,
    [...later, ...more].map((source) => findBuiltFile(`src/${source}`)),
  )

/** Resolves when the script of a form without React has loaded. Before that, the browser itself submits the form. */
export const waitForFormScript = (page: Page, script: string): Promise<void> =>
  waitForFiles(page, [findBuiltFile(`src/features/sign-in/scripts/${script}.ts`)])

/** Waits for the files, their imports and all style sheets, because the browser loads them separately. */
const waitForFiles = (page: Page, files: string[]): Promise<void> =>
  page.evaluate(`(async () => {
    const names = () => performance.getEntriesByType('resource').map(({ name }) => name)
    const sheets = () => [...document.querySelectorAll('link[rel=stylesheet]')]
    for (const part of ${JSON.stringify(files.map((file) => `/${file}`))}) {
      while (!names().some((name) => name.endsWith(part))) await new Promise((resolve) => setTimeout(resolve, 100))
      await import(part)
    }
    while (sheets().some(({ sheet }) => !sheet)) await new Promise((resolve) => setTimeout(resolve, 100))
  })()`)

/** Delays a file, to simulate a slow connection. Returns a function that lets the file load. */
export async function delayFile(page: Page, file: string): Promise<() => void> {
  let bring = () => {}
  const late = new Promise<void>((resolve) => (bring = resolve))
  await page.route(`**/${file}`, (route) => late.then(() => route.continue()))
  return bring
}
