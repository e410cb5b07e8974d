import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { sourcesHash } from './build-web.ts'

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
  ['a source', 'apps/web/src/app/routes.tsx', 'changed'],
  ['the contract', 'packages/contract/src/likes.ts', 'changed'],
  ['a new file', 'apps/web/src/shell/paths.ts', ''],
  ['a version', 'package-lock.json', '{}'],
  ['the configuration', 'apps/web/vite.config.ts', ''],
])('sourcesHash changes with %s', (_, path, text) => {
  const before = sourcesHash(folder)
  write(path, text)
  expect(sourcesHash(folder)).not.toBe(before)
})

it.each([
  ['a test', 'apps/web/src/app/routes.test.tsx'],
  ['the build itself', 'apps/web/dist/client/a.js'],
  ['the server', 'apps/server/src/main.ts'],
])('sourcesHash does not change with %s', (_, path) => {
  const before = sourcesHash(folder)
  write(path, 'changed')
  expect(sourcesHash(folder)).toBe(before)
})

it('sourcesHash is the same for a clone in another folder', () => {
  const before = sourcesHash(folder)
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  write('apps/web/src/app/routes.tsx', 'a')
  write('packages/contract/src/likes.ts', 'b')
  expect(sourcesHash(folder)).toBe(before)
})
