import { type ExecFileException, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Tests the linter's import rules with files that violate them.
const root = join(import.meta.dirname, '..')
const planted = mkdtempSync(join(tmpdir(), 'planted-'))
const server = 'apps/server/src'
const web = 'apps/web/src'

const offending: [path: string, text: string, rule: string][] = [
  [
    'packages/contract/src/likes.ts',
    "import { sql } from 'drizzle-orm'\nexport const a = sql",
    'no-restricted-imports',
  ],
  [
    'packages/contract/src/pets/pets.ts',
    "import { x } from '@pawtrait/server'\nexport const a = x",
    'no-restricted-imports',
  ],
  ['packages/contract/src/care.ts', "import { b } from './lost.ts'\nexport const a = b", 'no-cycle'],
  ['packages/contract/src/lost.ts', "import { a } from './care.ts'\nexport const b = a", 'no-cycle'],
  [
    'packages/postgres/src/start.ts',
    "import { a } from '@pawtrait/contract/likes.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  [
    `${server}/platform/http/serve.ts`,
    "import { a } from '#features/likes/like-post.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  [
    `${server}/platform/mail/mail.ts`,
    "import type { Config } from '#app/config/config.ts'\nexport type B = Config",
    'no-restricted-imports',
  ],
  [
    `${server}/platform/jobs/events.ts`,
    "import type { A } from '../../event-types.ts'\nexport type B = A",
    'no-restricted-imports',
  ],
  [`${server}/platform/monitoring/log.ts`, 'export const level = process.env.LEVEL', 'no-restricted-properties'],
  [
    `${server}/features/likes/like-post.ts`,
    "import { sql } from 'drizzle-orm'\nexport const b = sql",
    'no-restricted-imports',
  ],
  [
    `${server}/features/likes/c-use.ts`,
    "import fastify from 'fastify'\nexport const b = fastify",
    'no-restricted-imports',
  ],
  [`${server}/features/likes/d-use.ts`, 'export const at = Date.now()', 'no-restricted-properties'],
  [
    `${server}/features/likes/routes.ts`,
    "import { a } from './queries.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  [
    `${web}/ui/Button.tsx`,
    "import { a } from '#features/likes/use-like.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  [
    `${web}/shell/TopBar.tsx`,
    "import { a } from '#features/likes/use-like.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  [`${web}/shell/paths.ts`, "import { a } from '#app/routes.tsx'\nexport const b = a", 'no-restricted-imports'],
  [`${web}/ui/Icon.tsx`, "import { a } from '#shell/paths.ts'\nexport const b = a", 'no-restricted-imports'],
  [
    `${web}/features/likes/use-like.ts`,
    "import { a } from '#app/PostCard.tsx'\nexport const b = a",
    'no-restricted-imports',
  ],
  [`${web}/app/pages.ts`, "import { a } from '@pawtrait/server/app.ts'\nexport const b = a", 'no-restricted-imports'],
]

const welcome: [path: string, text: string][] = [
  ['packages/contract/src/ids.ts', "import * as v from 'valibot'\nexport const Id = v.string()"],
  ['packages/contract/src/posts.ts', "import { Id } from './ids.ts'\nexport const PostId = Id"],
  [`${server}/features/posts/queries.ts`, "import { sql } from 'drizzle-orm'\nexport const one = sql`1`"],
  [
    `${server}/features/saves/queries.ts`,
    "import { v } from '#features/blocks/visibility.sql.ts'\nexport const one = v",
  ],
  [
    `${server}/features/posts/routes.ts`,
    "import type { A } from 'fastify'\nimport { a } from './view.ts'\nexport const b: A = a",
  ],
  [`${web}/features/pets/use-pet.ts`, "import { call } from '#lib/call.ts'\nexport const pet = call"],
]

const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
let found: string[]

beforeAll(() => {
  // Disables rules that need types, because the test files import packages that do not exist.
  writeFileSync(join(planted, '.oxlintrc.json'), JSON.stringify({ ...config, options: { typeAware: false } }))
  for (const [path, text] of [...offending, ...welcome]) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), `${text}\n`)
  }
  found = lint(planted)
})

afterAll(() => rmSync(planted, { recursive: true }))

function lint(folder: string): string[] {
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), ['-f', 'unix', '.'], { cwd: folder })
    return []
  } catch (error) {
    return String((error as ExecFileException & { stdout: Buffer }).stdout).split('\n')
  }
}

const rulesAt = (path: string) => found.filter((line) => line.startsWith(`${path}:`)).join('\n')

describe('import rules of oxlint', () => {
  it.each(offending)('rejects this code in %s: %s', (path, _, rule) => {
    expect(rulesAt(path)).toContain(rule)
  })
})

describe('import rules of oxlint', () => {
  it.each(welcome)('accepts this code in %s: %s', (path) => {
    expect(rulesAt(path)).toBe('')
  })
})

it('oxlint reports the errors of the TypeScript compiler', () => {
  const folder = join(planted, 'typed')
  mkdirSync(folder)
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ options: config.options }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true } }))
  writeFileSync(join(folder, 'likes.ts'), "export const count: number = 'one'\n")
  expect(lint(folder).join('\n')).toContain('TS2322')
})
