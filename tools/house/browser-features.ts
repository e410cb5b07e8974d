import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'

/** The oldest browsers that we support (apps/web/vite.config.ts), with their names in `@mdn/browser-compat-data`. */
const oldestBrowsers = { chrome: '123', firefox: '125', safari: '17.5' } as const

/**
 * A feature of the web platform. `owner` is its interface or built-in, or '' for a global or a CSS property. `isNewer`
 * means that one of the oldest supported browsers lacks the feature.
 */
export type BrowserFeature = {
  kind: 'global' | 'static' | 'member' | 'event' | 'css'
  owner: string
  name: string
  isNewer: boolean
}

const globalScopes = new Set(['Window', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope', 'ServiceWorkerGlobalScope'])

/**
 * Returns the web APIs, JavaScript built-ins and CSS properties of `@mdn/browser-compat-data`. Support behind a flag or
 * under another name does not count. A prefix counts as support only for CSS, because the build adds CSS prefixes.
 * Partial support counts.
 */
export function readBrowserFeatures(): BrowserFeature[] {
  // Uses `require`, because Vitest would transform an imported module of 20 MB.
  const { api, javascript, css } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  return [
    ...entriesOf(api).flatMap(([owner, holder, compat]) => [
      feature('global', '', owner, compat),
      ...entriesOf(holder).flatMap(([key, , ofMember]) => apiMembers(owner, key, ofMember)),
    ]),
    ...entriesOf(javascript.builtins).flatMap(([owner, holder, compat]) => [
      feature('global', '', owner, compat),
      ...entriesOf(holder).flatMap(([name, inner, ofMember]) => [
        // The data does not say which members of a built-in are static.
        feature('static', owner, name, ofMember),
        feature('member', owner, name, ofMember),
        // Nested built-ins, such as Intl.Locale, with their methods.
        ...(owner === 'Intl' ? entriesOf(inner) : []).map(([key, , compat]) => feature('member', name, key, compat)),
      ]),
    ]),
    ...entriesOf(css.properties).map(([name, , compat]) => feature('css', '', name, compat)),
  ]
}

function apiMembers(owner: string, key: string, compat: CompatStatement): BrowserFeature[] {
  const [name = '', suffix] = key.split(/_(static|event)$/)
  if (suffix === 'static') return [feature('static', owner, name, compat)]
  if (suffix === 'event') return [feature('event', owner, name, compat)]
  const member = feature('member', owner, name, compat)
  return globalScopes.has(owner) ? [feature('global', '', name, compat), member] : [member]
}

const feature = (
  kind: BrowserFeature['kind'],
  owner: string,
  name: string,
  compat: CompatStatement,
): BrowserFeature => ({
  kind,
  owner,
  name,
  isNewer: !isInOldestBrowsers(compat, kind === 'css'),
})

/** Skips constructors, symbols, and keys that describe an aspect of an interface, such as `worker_support`. */
function entriesOf(holder: Identifier | undefined): [string, Identifier, CompatStatement][] {
  return (Object.entries(holder ?? {}) as [string, Identifier][]).flatMap(([key, entry]) =>
    key !== '__compat' &&
    entry.__compat &&
    /^-?[\w$-]+$/.test(key) &&
    (!key.includes('_') || /_(?:static|event)$|^[A-Z]/.test(key))
      ? [[key, entry, entry.__compat]]
      : [],
  )
}

function isInOldestBrowsers({ support }: CompatStatement, mayHavePrefix: boolean): boolean {
  return Object.entries(oldestBrowsers).every(([browser, oldest]) =>
    [support[browser as keyof typeof oldestBrowsers] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) =>
          !flags &&
          (!prefix || mayHavePrefix) &&
          !otherName &&
          isAtMost(added, oldest) &&
          !(removed && isAtMost(removed, oldest)),
      ),
  )
}

/** `≤37` means version 37 or earlier. A preview has no version number, and counts as newer than every release. */
function isAtMost(version: string | false, oldest: string): boolean {
  if (version === false) return false
  const [major = Number.NaN, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor <= oldestMinor)
}
