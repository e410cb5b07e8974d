import { describe, expect, it } from 'vitest'
import { readBrowserFeatures } from './browser-features.ts'
import { findBrowserSupportOffences } from './browser-support.ts'

const script = { path: 'apps/web/src/lib/next.ts', text: '' }
/** Returns the names that the check reports in a script. */
const refused = (text: string, path = script.path) =>
  findBrowserSupportOffences([{ path, text }]).map(({ rule }) => /lack (\S+):/.exec(rule)?.[1])

describe('findBrowserSupportOffences in a script', () => {
  it.each([
    ['a static method', 'const url = URL.parse(next)', 'URL.parse'],
    ['a static method of a built-in', 'const waiting = Promise.try(load)', 'Promise.try'],
    ['a constructor', 'const watcher = new CloseWatcher()', 'CloseWatcher'],
    ['a global object', 'queue(scheduler)', 'scheduler'],
    ['a property of window', 'window.cookieStore.get(name)', 'cookieStore'],
    ['an instance method', 'dialog.requestClose()', 'requestClose'],
    ['an instance method of a built-in', 'const both = mine.symmetricDifference(theirs)', 'symmetricDifference'],
    ['a method after a cast', '(root as Element).setHTMLUnsafe(html)', 'setHTMLUnsafe'],
    ['a destructured property', 'const { userActivation, wakeLock } = navigator', 'wakeLock'],
    ['an event', "strip.addEventListener('scrollend', settle)", 'scrollend'],
    ['a method in JSX', 'const row = <p onClick={(event) => event.target.ariaNotify(text)} />', 'ariaNotify'],
  ])('refuses %s that a browser lacks', (_, text, name) => {
    expect(refused(text, 'apps/web/src/lib/Next.tsx')).toEqual([name])
  })

  it.each([
    ['tested with "in"', "if ('parse' in URL) URL.parse(next)"],
    ['tested with "in" for an event', "if ('onscrollend' in strip) strip.addEventListener('scrollend', settle)"],
    ['tested with "typeof"', "if (typeof CloseWatcher !== 'undefined') new CloseWatcher()"],
    ['called with "?."', 'document.startViewTransition?.(draw)'],
    ['read with "?."', 'navigator.wakeLock?.request()'],
    ['only a type', 'export type Props = { item: ClipboardItem; watcher: typeof CloseWatcher }'],
    ['declared in the file', 'function scheduler() {}\nscheduler()'],
    ['imported', "import { Highlight, shapes } from './shapes.ts'\nHighlight(shapes.wakeLock)"],
    ['a member of another object', 'MyURL.parse(next)'],
    ['a key of our own', 'const view = { requestClose: close }\nview.requestClose()'],
    ['in a comment or string', "// URL.parse(next)\nconst text = 'CloseWatcher'"],
  ])('accepts the name of a newer API that is %s', (_, text) => {
    expect(refused(text)).toEqual([])
  })

  it('accepts newer APIs in server code and in tests', () => {
    const text = 'URL.parse(next)'
    expect(refused(text, 'apps/server/src/features/likes/view.ts')).toEqual([])
    expect(refused(text, 'apps/web/src/lib/next.test.ts')).toEqual([])
  })

  it('accepts an exception only in the file for which it is listed', () => {
    const text = "strip.addEventListener('scrollend', settle)"
    expect(refused(text, 'apps/web/src/ui/photos/Carousel.tsx')).toEqual([])
    expect(refused(text)).toEqual(['scrollend'])
  })

  it('returns the file and line of an API that a supported browser lacks', () => {
    const text = 'const a = 1\n\nURL.parse(next)\n'
    expect(findBrowserSupportOffences([{ ...script, text }])).toMatchObject([{ path: script.path, line: 3 }])
  })

  it('throws an error when a script does not parse', () => {
    expect(() => refused('const =')).toThrow(/next\.ts does not parse/)
  })
})

describe('findBrowserSupportOffences in a style sheet', () => {
  const inStyles = (text: string) => refused(text, 'apps/web/src/ui/Pill.module.css')

  it('refuses a property that a supported browser lacks', () => {
    expect(inStyles('.a {\n  interpolate-size: allow-keywords;\n}')).toEqual(['interpolate-size'])
  })

  it('accepts a property that is tested with @supports, or that gets a prefix in the build', () => {
    expect(
      inStyles('@supports (interpolate-size: allow-keywords) { .a { interpolate-size: allow-keywords; } }'),
    ).toEqual([])
    expect(inStyles('.a { user-select: none; --interpolate-size: 1; }')).toEqual([])
  })
})

describe('browser features', () => {
  const features = readBrowserFeatures()
  const isNewer = (owner: string, name: string) =>
    features.filter((feature) => feature.owner === owner && feature.name === name).map((feature) => feature.isNewer)

  it('are marked as newer when one of the oldest supported browsers lacks them', () => {
    // Chrome has URLPattern since version 95, the other browsers only later
    expect(isNewer('', 'URLPattern')).toContain(true)
    expect(isNewer('URL', 'canParse')).toEqual([false]) // Safari has canParse since version 17
    expect(isNewer('Iterator', 'map')).toContain(true) // Safari has Iterator.map since version 18.4
    expect(isNewer('Promise', 'withResolvers')).not.toContain(true) // Safari has withResolvers since version 17.4
  })

  it('include globals, statics, members, events and CSS properties', () => {
    const counts = Map.groupBy(features, ({ kind }) => kind)
    for (const kind of ['global', 'static', 'member', 'event', 'css'] as const)
      expect([kind, (counts.get(kind) ?? []).length > 200]).toEqual([kind, true])
  })
})
