import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { hashSources } from './build-web.ts'

let folder: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  write('apps/web/src/app/routes.tsx', 'a')
  write('packages/contract/src/likes.ts', 'b')
})

it.each([
  ['a changed source file', 'apps/web/src/app/routes.tsx', 'changed'],
  ['a changed contract', 'packages/contract/src/likes.ts', 'changed'],
  ['a new source file', 'apps/web/src/shell/paths.ts', ''],
  ['a new lockfile', 'package-lock.json', '{}'],
  ['a new configuration', 'apps/web/vite.config.ts', ''],
  ['a changed build script', 'tools/build-web.ts', 'changed'],
])('hashSources returns a different hash for %s', (_, path, text) => {
  const before = hashSources(folder)
  write(path, text)
  expect(hashSources(folder)).not.toBe(before)
})

it.each([
  ['a changed test', 'apps/web/src/app/routes.test.tsx'],
  ['changed build output', 'apps/web/dist/client/a.js'],
  ['changed server code', 'apps/server/src/main.ts'],
])('hashSources returns the same hash for %s', (_, path) => {
  const before = hashSources(folder)
  write(path, 'changed')
  expect(hashSources(folder)).toBe(before)
})

it('hashSources returns the same hash for a clone in another folder', () => {
  const before = hashSources(folder)
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  write('apps/web/src/app/routes.tsx', 'a')
  write('packages/contract/src/likes.ts', 'b')
  expect(hashSources(folder)).toBe(before)
})
