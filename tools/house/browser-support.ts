import { isTest, type Offence, offencesOf, type SourceFile, withoutComments } from './source-files.ts'

// Names that TypeScript's DOM library knows and the oldest browsers we build for lack: Chrome 123, Firefox 125 or
// Safari 17.5 (vite.config.ts). From @mdn/browser-compat-data 8, November 2026; only names that a search in the text
// can tell. Newer parts of JavaScript itself are missing from `lib` in apps/web/tsconfig.json.
// @NOTE Look through the list again when the build's targets change.

/** Static members, as `URL.parse`. */
export const newerStatics: readonly string[] = [
  'URL.parse',
  'CSS.highlights',
  'CSS.registerProperty',
  'Document.parseHTMLUnsafe',
  'PublicKeyCredential.getClientCapabilities',
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'PublicKeyCredential.parseRequestOptionsFromJSON',
]

/** Global objects and constructors. */
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

/** Members of objects, each under a name of its own. */
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
// `name?.(` asks first.
const names = wordsOf([...newerStatics, ...newerGlobals])
const members = wordsOf(newerMembers)
const newer = new RegExp(String.raw`(?:(?<![\w.])(?:${names})|(?<=\.)(?:${members}))\b(?!\?\.)`, 'g')

/** APIs that browsers of the build's targets lack, in files that do not ask for them first (`'parse' in URL`). */
export function browserSupportOffences({ path, text }: SourceFile): Offence[] {
  if (!inBrowsers.test(path) || isTest(path)) return []
  const code = withoutComments(text)
  const isAsked = (name: string) => code.includes(`'${name.split('.').at(-1)}' in `)
  const missing = new Set([...code.matchAll(newer)].map(([name]) => name).filter((name) => !isAsked(name)))
  return [...missing].flatMap((name) =>
    offencesOf(
      path,
      code,
      new RegExp(String.raw`(?<!\w)${wordsOf([name])}\b`, 'g'),
      `The oldest browsers we build for lack ${name}: do without it, or ask for it first (house/browser-support.ts).`,
    ),
  )
}
