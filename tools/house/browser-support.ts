import { type BrowserFeature, readBrowserFeatures } from './browser-features.ts'
import { readBrowserUses } from './browser-uses.ts'
import { findLineNumber, isTest, type Offence, type SourceFile } from './source-files.ts'

/** Features that need no guard, with the reason. The key is the feature's name, or a file and a name. */
const exceptions: Record<string, string> = {
  handle: 'parameter of our routes',
  updateCurrentEntry: 'part of `navigation`, which is tested',
  skipTransition: 'part of `startViewTransition`, which is tested',
  touches: 'the touch events below have it',
  touchstart: 'browsers without touch events have no touch screen',
  touchmove: 'as touchstart',
  touchend: 'as touchstart',
  touchcancel: 'as touchstart',
  inset: 'style.inset sets the CSS property',
  'apps/web/src/features/archives/mastodon-posts.ts mediaType': 'key of ActivityPub',
  'apps/web/src/ui/photos/Carousel.tsx scrollend': 'the IntersectionObserver reports the slide as well',
  beforeinstallprompt: 'without it the card shows the steps, or nothing',
  appinstalled: 'without it the offer remains until the user declines',
  pushsubscriptionchange: 'the endpoint is also compared at each start',
  'apps/web/src/worker/service-worker.ts sync': 'the outbox is also sent when a page opens',
  '-webkit-touch-callout': 'only iOS has the menu that it hides',
  'content-visibility': 'only saves work',
  'field-sizing': 'growField and StageTextField set the height in browsers without it',
  'forced-color-adjust': 'Safari has no forced colours',
  'scrollbar-width': 'without it the scroll bar is visible, or wider',
  'line-clamp': 'our rules have -webkit-line-clamp, too',
  'text-size-adjust': 'only phones enlarge text',
}

const inBrowsers = /^(?:apps\/web\/src|packages\/(?:contract|stage)\/src)\/.*\.(?:tsx?|css)$/

/**
 * Keys of the features that one of the oldest supported browsers lacks, such as `static URL.parse`. Omits keys that an
 * older feature also has.
 */
const newer = newerKeys(readBrowserFeatures())

/**
 * Finds uses of web APIs, JavaScript built-ins, events and CSS properties that one of the oldest supported browsers
 * lacks. Accepts a use if the same file tests for the name (`'parse' in URL`, `typeof`, `?.`, `@supports`). Also
 * accepts a use that `exceptions` lists. The check has no type information. So it ignores instance members with the
 * same name as an older API or as a key in our files. It also ignores members that are read from an import. It does not
 * check arguments, HTML attributes and CSS values.
 */
export function findBrowserSupportOffences(files: SourceFile[]): Offence[] {
  const found = files.filter(({ path }) => inBrowsers.test(path) && !isTest(path)).map(readBrowserUses)
  const ownKeys = new Set(found.flatMap((reading) => [...reading.ownKeys]))
  return found.flatMap(({ file: { path, text }, uses, guarded }) =>
    uses
      .filter(({ kind, key, name }) => newer.has(`${kind} ${key}`) && !guarded.has(name))
      .filter(({ kind, name }) => kind !== 'member' || !ownKeys.has(name))
      .filter(({ key }) => !(key in exceptions || `${path} ${key}` in exceptions))
      // Reports each use once, although `Promise.try` is found both as a static and as an instance member.
      .filter(({ at }, index, all) => all.findIndex((use) => use.at === at) === index)
      .map(({ key, at }) => ({
        path,
        line: findLineNumber(text, at),
        rule: `The oldest supported browsers lack ${key}: avoid it, or test for it (house/browser-support.ts).`,
      })),
  )
}

function newerKeys(features: BrowserFeature[]): Set<string> {
  const keysOf = ({ kind, owner, name }: BrowserFeature) =>
    // A use of a static member, such as `URL.createObjectURL`, looks like a use of an instance member.
    kind === 'static' ? [`static ${owner}.${name}`, `member ${name}`] : [`${kind} ${name}`]
  const isNewer = Map.groupBy(features, (feature) => feature.isNewer)
  return new Set(isNewer.get(true)?.flatMap(keysOf)).difference(new Set(isNewer.get(false)?.flatMap(keysOf)))
}
