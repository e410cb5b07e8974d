import { readFileSync } from 'node:fs'

/** The release that this program is of, such as `0.1.0`. */
export function ownRelease(): string {
  const file = new URL('../../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
