import { blankComments, isTest, matchOffences, type Offence, type SourceFile } from './source-files.ts'

// Names in TypeScript's DOM library that our oldest browsers lack: Chrome 123, Firefox 125, Safari 17.5
// (vite.config.ts). The source is @mdn/browser-compat-data 8, November 2026. Lists only names that a text search can
// recognise. New features of JavaScript itself are excluded by `lib` in apps/web/tsconfig.json.
// @NOTE Review the list when the build's targets change.

/** Static members, such as `URL.parse`. */
export const newerStatics: readonly string[] = [
  'URL.parse',
  'CSS.highlights',
  'CSS.registerProperty',
  'Document.parseHTMLUnsafe',
  'PublicKeyCredential.getClientCapabilities',
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'PublicKeyCredential.parseRequestOptionsFromJSON',
]

/** Globals and constructors. */
export const newerGlobals: readonly string[] = [
  'ClipboardItem',
  'CloseWatcher',
  'CommandEvent',
  'Highlight',
  'ReportingObserver',
  'URLPattern',
  'cookieStore',
  'scheduler',
]

/** Methods and properties with a name that no other object has. */
export const newerMembers: readonly string[] = [
  'ariaNotify',
  'caretPositionFromPoint',
  'closedBy',
  'commandForElement',
  'createWritable',
  'currentCSSZoom',
  'getCoalescedEvents',
  'getComposedRanges',
  'getHTML',
  'moveBefore',
  'requestClose',
  'requestPictureInPicture',
  'requestVideoFrameCallback',
  'setHTMLUnsafe',
  'setSinkId',
  'startViewTransition',
  'wakeLock',
]

const inBrowsers = /^(?:apps\/web\/src|packages\/(?:contract|stage)\/src)\/.*\.tsx?$/
const wordsOf = (names: readonly string[]) => names.map((name) => name.replace('.', String.raw`\.`)).join('|')
// Ignores `name?.(`, because the optional call tests whether the browser has the function.
const names = wordsOf([...newerStatics, ...newerGlobals])
const members = wordsOf(newerMembers)
const newer = new RegExp(String.raw`(?:(?<![\w.])(?:${names})|(?<=\.)(?:${members}))\b(?!\?\.)`, 'g')

/** Finds uses of APIs that supported browsers lack, unless the file tests for them (`'parse' in URL`). */
export function findBrowserSupportOffences({ path, text }: SourceFile): Offence[] {
  if (!inBrowsers.test(path) || isTest(path)) return []
  const code = blankComments(text)
  const isAsked = (name: string) => code.includes(`'${name.split('.').at(-1)}' in `)
  const missing = new Set([...code.matchAll(newer)].map(([name]) => name).filter((name) => !isAsked(name)))
  return [...missing].flatMap((name) =>
    matchOffences(
      path,
      code,
      new RegExp(String.raw`(?<!\w)${wordsOf([name])}\b`, 'g'),
      `The oldest browsers we build for lack ${name}: do without it, or ask for it first (house/browser-support.ts).`,
    ),
  )
}
