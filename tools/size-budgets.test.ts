import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@pawtrait/contract/render.ts'
import { expect, it } from 'vitest'
import { fits, pagesIn, rowsOf } from './size-budgets.ts'

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
  '_react.js': { file: 'react.js' },
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
const pages = [{ path: '/dashboard', mode: 'shell', source: 'src/Feed.tsx' }]

it('weighs a page with its entry and everything both import, each file once', () => {
  const rows = rowsOf(manifest, pages, sizeOf)
  expect(rows.map(({ page, js, css, scripts }) => ({ page, js, css, scripts }))).toEqual([
    { page: 'landing, sign-up, log-in', js: 1, css: 1, scripts: 1 },
    { page: '/dashboard', js: 111_111, css: 3, scripts: 6 },
    { page: 'later: src/app/Shell.tsx', js: 100_000, css: 0, scripts: 1 },
    { page: 'later: src/Crop.tsx', js: 7, css: 0, scripts: 1 },
  ])
})

it('weighs a public page without the shell for visitors, and with it for everybody else', () => {
  const rows = rowsOf(manifest, [{ path: '/posts/:id', mode: 'hydrate', source: 'src/Feed.tsx' }], sizeOf)
  expect(rows.slice(1, 3).map(({ page, js, most }) => ({ page, js, most: most.js }))).toEqual([
    { page: '/posts/:id', js: 11_111, most: expect.any(Number) },
    { page: '/posts/:id, logged in', js: 111_111, most: 130_000 },
  ])
})

it('weighs the work of an attack with its worker, beside the page that asks for it', () => {
  const widget = {
    'src/features/users/sign-in/solve-proof.ts': {
      file: 'widget.js',
      imports: ['src/entry-static.ts'],
      assets: ['worker.js', 'bar.css', 'picture.svg'],
      isDynamicEntry: true,
    },
  }
  const rows = rowsOf({ ...manifest, ...widget }, [], sizeOf)
  expect(rows[1]).toMatchObject({ js: 2, css: 1, scripts: 2, most: { js: 2000 } })
  expect(rows.filter(({ page }) => page.includes('solve-proof'))).toHaveLength(1)
})

it('refuses a page above its budget, in script, in style or in files', () => {
  const row = { page: '/', js: 5000, css: 6000, scripts: 12, most: { js: 5000, css: 6000, scripts: 12 } }
  expect(fits(row)).toBe(true)
  expect(fits({ ...row, js: 5001 })).toBe(false)
  expect(fits({ ...row, css: 6001 })).toBe(false)
  expect(fits({ ...row, scripts: 13 })).toBe(false)
})

it('fails when a page is not in the build', () => {
  expect(() => rowsOf(manifest, [{ path: '/x', mode: 'shell', source: 'src/Gone.tsx' }], sizeOf)).toThrow(
    /not in the build/,
  )
})

it('finds the pages of the app', () => {
  const routes = readFileSync(join(import.meta.dirname, '../apps/web/src/app/routes.tsx'), 'utf8')
  const named = [...routes.matchAll(/\bpage\((?!path)/g)]
  expect(pagesIn(routes).length).toBeGreaterThan(0)
  expect(pagesIn(routes)).toHaveLength(named.length)
})
