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
  ['a source', 'apps/web/src/app/routes.tsx', 'changed'],
  ['the contract', 'packages/contract/src/likes.ts', 'changed'],
  ['a new file', 'apps/web/src/shell/paths.ts', ''],
  ['the lockfile', 'package-lock.json', '{}'],
  ['the configuration', 'apps/web/vite.config.ts', ''],
])('hashSources changes with %s', (_, path, text) => {
  const before = hashSources(folder)
  write(path, text)
  expect(hashSources(folder)).not.toBe(before)
})

it.each([
  ['a test', 'apps/web/src/app/routes.test.tsx'],
  ['the build itself', 'apps/web/dist/client/a.js'],
  ['the server', 'apps/server/src/main.ts'],
])('hashSources does not change with %s', (_, path) => {
  const before = hashSources(folder)
  write(path, 'changed')
  expect(hashSources(folder)).toBe(before)
})

it('hashSources is the same for a clone in another folder', () => {
  const before = hashSources(folder)
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  write('apps/web/src/app/routes.tsx', 'a')
  write('packages/contract/src/likes.ts', 'b')
  expect(hashSources(folder)).toBe(before)
})
