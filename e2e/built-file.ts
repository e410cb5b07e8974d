import { readFileSync } from 'node:fs'
import type { Manifest } from '@pawtrait/contract/render.ts'

/** The file of the build in which a part of the app is, by its source: `assets/BImfRaOn.js`. */
export function builtFile(source: string): string {
  const manifest = JSON.parse(
    readFileSync(new URL('../apps/web/dist/client/manifest.json', import.meta.url), 'utf8'),
  ) as Manifest
  const file = manifest[source]?.file
  if (!file) throw new Error(`${source} is no part of the build`)
  return file
}
