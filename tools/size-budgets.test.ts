import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageDefinitions } from '@pawtrait/contract/pages.ts'
import type { Manifest } from '@pawtrait/contract/render.ts'
import { expect, it } from 'vitest'
import { type AppPage, findPages } from './build-manifest.ts'
import { findPageLoadFaults, findPageLoads, findSharedFaults, type PageLoad } from './size-budgets.ts'

const manifest: Manifest = {
  'src/entry-browser.ts': { file: 'begin.js', dynamicImports: ['src/start-app.tsx'] },
  'src/start-app.tsx': {
    file: 'app.js',
    css: ['app.css'],
    imports: ['_react.js'],
    dynamicImports: ['src/Feed.tsx'],
    isDynamicEntry: true,
  },
  'src/entry-static.ts': { file: 'static.js', css: ['base.css'] },
  'src/app/Shell.tsx': { file: 'shell.js', imports: ['_react.js'], isDynamicEntry: true },
  '_react.js': { file: 'react.js', name: 'libraries' },
  'src/Feed.tsx': { file: 'feed.js', css: ['feed.css'], imports: ['_react.js', '_card.js'], isDynamicEntry: true },
  '_card.js': { file: 'card.js', css: ['card.css'] },
  'src/Crop.tsx': { file: 'crop.js', css: ['app.css'], imports: ['_react.js'], isDynamicEntry: true },
}
const sizes: Record<string, number> = {
  'app.js': 10,
  'react.js': 100,
  'feed.js': 1000,
  'card.js': 10_000,
  'crop.js': 7,
  'shell.js': 100_000,
}
const sizeOf = (file: string) => sizes[file] ?? 1
const loaded = (loads: PageLoad[]) => loads.map(({ name, size }) => [name, size.js, size.css, size.scripts])

it('size-budgets counts each file of a page once, including files that its entry and imports load', () => {
  const pages: AppPage[] = [{ path: '/dashboard', audience: 'user', source: 'src/Feed.tsx' }]
  expect(loaded(findPageLoads(manifest, pages, sizeOf))).toEqual([
    ['landing, sign-up, log-in', 1, 1, 1],
    ['/dashboard, signed in', 111_111, 3, 6],
    ['later: src/app/Shell.tsx', 100_000, 0, 1],
    ['later: src/Crop.tsx', 7, 0, 1],
  ])
})

it('size-budgets counts the app shell of a public page for signed-in users, not for visitors', () => {
  const loads = findPageLoads(manifest, [{ path: '/posts/:id', audience: 'anyone', source: 'src/Feed.tsx' }], sizeOf)
  expect(loaded(loads).slice(1, 3)).toEqual([
    ['/posts/:id', 11_111, 3, 5],
    ['/posts/:id, signed in', 111_111, 3, 6],
  ])
})

const page = (size: Partial<PageLoad['size']>): PageLoad => ({
  name: '/',
  size: { js: 100_000, css: 6000, scripts: 8, ...size },
  most: { js: 120_000, css: 9000, scripts: 8 },
  shared: {},
})
const baseline = { sizes: { '/': { js: 100_000, css: 6000 } }, shared: { libraries: 50_000 }, grown: {} }

it('size-budgets accepts growth of at most 3 %, or at most 600 bytes', () => {
  expect(findPageLoadFaults(page({ js: 103_000, css: 6600 }), baseline)).toEqual([])
})

it('size-budgets refuses growth above 3 % and 600 bytes, and prints the old size', () => {
  expect(findPageLoadFaults(page({ js: 103_001 }), baseline)).toEqual([
    expect.stringMatching(/^\/ grew by more than 3 % since the last release: 103001 js, was 100000\. /),
  ])
  expect(findPageLoadFaults(page({ css: 6601 }), baseline)).toHaveLength(1)
})

it('size-budgets accepts 3 % above a size that is explained in `grown`, and accepts new pages', () => {
  const grown = { '/': { js: 110_000, why: 'stories play sound' } }
  expect(findPageLoadFaults(page({ js: 113_300 }), { ...baseline, grown })).toEqual([])
  expect(findPageLoadFaults(page({ js: 113_301 }), { ...baseline, grown })).toHaveLength(1)
  expect(findPageLoadFaults(page({ js: 110_000 }), { sizes: {}, shared: {}, grown: {} })).toEqual([])
})

it('size-budgets counts growth of a shared script once, and not for each page', () => {
  const grown = { ...page({ js: 110_000 }), shared: { libraries: 60_000 } }
  expect(findPageLoadFaults(grown, baseline)).toEqual([])
  expect(findSharedFaults([grown, grown], baseline)).toEqual([
    expect.stringMatching(/^libraries grew by more than 3 % since the last release: 60000 js, was 50000\. /),
  ])
  const explained = { ...baseline, grown: { libraries: { js: 60_000, why: 'a new router' } } }
  expect(findSharedFaults([grown], explained)).toEqual([])
  expect(findSharedFaults([{ ...grown, shared: { libraries: 61_801 } }], explained)).toHaveLength(1)
})

it('size-budgets does not count the growth of shared scripts as growth of a page', () => {
  // Without shared scripts, the page had 50 KB at the last release, so it may grow by 1.5 KB.
  const own = (js: number) => ({ ...page({ js }), shared: { libraries: 60_000 } })
  expect(findPageLoadFaults(own(111_500), baseline)).toEqual([])
  expect(findPageLoadFaults(own(111_501), baseline)).toHaveLength(1)
})

it('size-budgets refuses a page that loads a shared script for the first time, and a new shared script', () => {
  const before = { ...baseline, shared: { libraries: 50_000, posts: 16_000 } }
  const both = { ...page({ js: 116_000 }), shared: { libraries: 50_000, posts: 16_000 } }
  expect(findPageLoadFaults(both, before)).toHaveLength(1)
  const added = { ...page({ js: 101_000 }), shared: { libraries: 50_000, storage: 1_000 } }
  expect(findPageLoadFaults(added, before)).toEqual([])
  expect(findSharedFaults([added], before)).toHaveLength(1)
})

it('size-budgets treats a script as shared if over ten pages load it, and omits it in lazily loaded parts', () => {
  const pages: AppPage[] = Array.from({ length: 11 }, (_, at) => ({
    path: `/${at}`,
    audience: 'user',
    source: 'src/Feed.tsx',
  }))
  const shared = (list: AppPage[]) => findPageLoads(manifest, list, sizeOf).map((load) => Object.keys(load.shared))
  expect(shared(pages.slice(1))[1]).toEqual([])
  const [, first, ...rest] = shared(pages)
  expect(first).toContain('libraries')
  expect(rest.at(-1)).toEqual([])
})

it('size-budgets refuses a page above its maximum size, even with a reason', () => {
  const grown = { '/': { js: 120_001, css: 9001, why: 'stories play sound' } }
  expect(findPageLoadFaults(page({ js: 120_001, css: 9001, scripts: 9 }), { ...baseline, grown })).toHaveLength(3)
})

it('size-budgets throws when a page is not in the build', () => {
  expect(() => findPageLoads(manifest, [{ path: '/x', audience: 'user', source: 'src/Gone.tsx' }], sizeOf)).toThrow(
    /not in the build/,
  )
})

it('size-budgets finds the pages in routes.tsx', () => {
  const routes = readFileSync(join(import.meta.dirname, '../apps/web/src/app/routes.tsx'), 'utf8')
  const drawn = pageDefinitions.filter(({ mode }) => mode !== 'static').map(({ path }) => path)
  expect(
    findPages(routes)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(drawn.toSorted())
})
