import type { Config } from '#app/config/config.ts'
import { fieldProblem } from '#platform/problem.ts'
import { isKnownHost } from '#platform/security/origin.ts'

/** Target of a URL on this site. Content has its id, slug or username as `name`; a photo has its media name. */
export type ContentUrl = { kind: 'post' | 'story' | 'pet' | 'user' | 'photo'; name: string }

const pathPatterns: readonly [ContentUrl['kind'], RegExp][] = [
  ['post', /^\/posts\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/],
  ['story', /^\/stories\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/],
  ['pet', /^\/pets\/([\w-]+)/],
  ['user', /^\/@([\w.]+)/],
  ['photo', /^\/media\/([\w-]+)\//],
]

// Parses an address with or without a scheme. A path such as `/pets/rex` or `@rex` is completed with this site's host.
function parseUrl(input: string, { publicUrl }: Config): URL | null {
  if (/^https?:\/\//i.test(input)) return URL.parse(input)
  if (/^[/@]/.test(input)) return URL.parse(input.replace(/^\/*/, '/'), publicUrl)
  return URL.parse(`https://${input}`)
}

/**
 * Parses the address of content. Does not check that the content exists.
 * @throws Problem 'validation-failed' for another site, or a page that is not about content
 */
export function parseContentUrl(config: Config, input: string): ContentUrl {
  const url = parseUrl(input, config)
  if (!url || !isKnownHost(url.host, config))
    throw fieldProblem('address', 'elsewhere', `Paste an address that begins with ${config.publicUrl}.`)
  const path = url.pathname.toLowerCase()
  for (const [kind, pattern] of pathPatterns) {
    // A photo's path keeps its case, because media names are case-sensitive.
    const name = pattern.exec(kind === 'photo' ? url.pathname : path)?.[1]
    if (name !== undefined) return { kind, name }
  }
  throw fieldProblem('address', 'no-page', 'Open the photo, and copy the address of that page.')
}
