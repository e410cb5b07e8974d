import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkHouse, findOffences } from './check-house.ts'
import { findFeatureGraphOffences } from './house/feature-graph.ts'
import { readSourceFiles } from './house/source-files.ts'

const root = join(import.meta.dirname, '..')
// The check reads this file too. So forbidden words are misspelt in this file, with X as the last letter.
// `correctSpelling` corrects them.
const correctSpelling = (text: string) =>
  text
    .replace('TODX', 'TOD\u004f')
    .replace('skiX', 'ski\u0070')
    .replace('onlX', 'onl\u0079')
    .replace('worX', 'wor\u006b')
const rules = (path: string, text: string) =>
  findOffences([{ path, text: correctSpelling(text) }]).map((offence) => offence.rule)
const server = 'apps/server/src/features'
const web = 'apps/web/src/features'

describe('check-house', () => {
  it.each([
    ['an undeclared import', `${server}/likes/view.ts`, "import { x } from '#features/feed/rank.ts'", /import feed/],
    [
      'an undeclared lazy import',
      `${web}/pets/PetPage.tsx`,
      "export const PetPage = () => import('#features/feed/F.tsx')",
      /import feed/,
    ],
    ['a feature that is not in the list', `${server}/reels/routes.ts`, '', /is not a feature/],
    ['an import of an unknown feature', `${server}/feed/routes.ts`, "import '#features/reels/a.ts'", /import reels/],
    [
      'a relative path to another feature',
      `${server}/feed/routes.ts`,
      "import { a } from '../posts/view.ts'",
      /instead of/,
    ],
    ['a file called utils', 'apps/server/src/platform/utils.ts', '', /too general/],
    ['an index.ts', `${web}/likes/index.ts`, '', /too general/],
    ['a folder called common', 'apps/web/src/common/button.ts', '', /too general/],
    ['a file name without a verb', `${server}/likes/stuff.ts`, 'export const other = 1', /name of an export/],
    ['a file named after no export', `${server}/likes/say-more.ts`, 'export const other = 1', /name of an export/],
    [
      'a folder in a small feature',
      `${server}/likes/more/like-post.ts`,
      'export const likePost = 1',
      /must have no folders/,
    ],
    [
      'a component named unlike its file',
      `${web}/likes/LikeButton.tsx`,
      'export function Heart() {}',
      /of the same name/,
    ],
    ['a file name with underscores', 'tools/check_all.ts', '', /kebab/],
    ['a spec outside e2e', `${server}/likes/likes.spec.ts`, '', /belong in e2e/],
    ['a file above 300 lines', 'tools/tall.ts', 'a\n'.repeat(301), /300 lines/],
    ['a line above 120 columns', 'tools/wide.ts', 'a'.repeat(121), /120 columns/],
    ['new Date() in a feature', `${server}/likes/view.ts`, 'const now = new Date()', /clock/],
    ['Date.now in a feature', `${web}/likes/use-like.ts`, 'const now = Date.now()', /clock/],
    ['a read of the clock in the contract', 'packages/contract/src/likes.ts', 'performance.now()', /clock/],
    ['a read of the clock in a simulator', 'packages/simulators/src/daraja/push.ts', 'Date.now()', /clock/],
    ['a hex colour in a style sheet', 'apps/web/src/ui/Pill.module.css', '.a {\n  color: #fff;\n}\n', /must be tokens/],
    [
      'a hex colour in a component',
      `${web}/pets/PetArt.tsx`,
      'export const PetArt = <path fill="#14594C" />',
      /must be tokens/,
    ],
    ['text outside the catalogue', `${web}/pets/PetArt.tsx`, "export const PetArt = t('A dog')", /i18n/],
    ['an API that a browser lacks', 'apps/web/src/lib/next.ts', 'const there = URL.parse(next)', /lack URL\.parse/],
    ['URL.parse in the contract', 'packages/contract/src/likes.ts', 'URL.parse(address)', /lack URL\.parse/],
    ['a method that a browser lacks', `${web}/posts/use-post-menu.ts`, 'dialog.requestClose()', /lack requestClose/],
    ['a class that a browser lacks', 'apps/web/src/lib/next.ts', 'new URLPattern(next)', /lack URLPattern/],
    ['a to-do comment without an issue', 'tools/later.ts', '// TODX: later', /issue/],
    ['a skipped test', 'tools/a.test.ts', "it.skiX('x', () => {})", /is disabled/],
    ['a focused test', 'e2e/a.spec.ts', "describe.onlX('x', () => {})", /is disabled/],
    ['a path that exists on one machine only', 'docs/a.md', 'see /worX/shared', /one machine/],
  ])('refuses %s', (_, path, text, rule) => {
    expect(rules(path, text)).toEqual([expect.stringMatching(rule)])
  })

  it.each([
    [
      'a declared import',
      `${server}/feed/view.ts`,
      "import { requireVisiblePost } from '#features/posts/visible-post.ts'",
    ],
    [
      'an undeclared import in a test',
      `${server}/likes/likes.test.ts`,
      "import { feed } from '#features/feed/view.ts'",
    ],
    ['a read of the clock in platform', 'apps/server/src/platform/clock.ts', 'const now = new Date()'],
    ['a Date made from a value', `${server}/likes/view.ts`, 'const at = new Date(row.at)'],
    ['a mention of the clock in a comment', `${server}/likes/view.ts`, '// not new Date(): ctx.now\n/* Date.now */'],
    [
      'text from the catalogue',
      `${web}/pets/use-pet.ts`,
      "export const usePet = () => t(phrases.pets.dog); text.split('a'); it('b')",
    ],
    ['a hex colour in the token file', 'apps/web/src/ui/tokens.css', ':root {\n  --ink: #16231f;\n}\n'],
    [
      'the start of a URL fragment in a string',
      `${web}/pets/use-pet.ts`,
      "import '#lib/a.ts'\nexport const usePet = '/a#add'",
    ],
    ['a long URL in a wide line', 'tools/wide.ts', `// https://example.org/${'a'.repeat(120)}`],
  ])('accepts %s', (_, path, text) => {
    expect(rules(path, text)).toEqual([])
  })

  it.each([
    ['tested with "in" before', 'apps/web/src/lib/next.ts', "if ('parse' in URL) URL.parse(next)"],
    ['called with "?."', 'apps/web/src/lib/next.ts', 'document.startViewTransition?.(draw)'],
    ['on the server', `${server}/likes/view.ts`, 'URL.parse(address)'],
    ['a method of another class', 'apps/web/src/lib/next.ts', 'MyURL.parse(next)'],
  ])('accepts the name of an API that a browser lacks when it is %s', (_, path, text) => {
    expect(rules(path, text)).toEqual([])
  })

  it('returns the line number of an offence', () => {
    const offences = findOffences([{ path: `${server}/likes/view.ts`, text: 'a\n\nconst now = new Date()\n' }])
    expect(offences).toMatchObject([{ line: 3 }])
  })

  it('reads every source file of the project', () => {
    expect(checkHouse(root).files).toBeGreaterThan(20)
  })

  it('throws an error in a folder that is not the project', () => {
    expect(() => checkHouse(join(root, 'apps/server'))).toThrow(/not the root/)
    expect(() => checkHouse(mkdtempSync(join(tmpdir(), 'elsewhere-')))).toThrow(/not the root/)
  })

  it('throws an error when its file search missed a source file', () => {
    const blind = (root: string) =>
      readSourceFiles(root).filter(({ path }) => !path.startsWith('apps/server/src/features/'))
    expect(() => checkHouse(root, blind)).toThrow(/did not see \d+ sources, such as apps\/server\/src\/features/)
  })
})

it('check-house accepts subfolders in a large feature, and refuses a folder with over 40 files', () => {
  const many = (count: number, folder: string) =>
    Array.from({ length: count }, (_, n) => ({
      path: `${server}/pets/${folder}use-pet-${n}.ts`,
      text: 'export type Pet = 1',
    }))
  expect(findOffences([...many(21, ''), ...many(1, 'people/')])).toEqual([])
  expect(findOffences(many(41, 'people/'))).toMatchObject([
    { path: `${server}/pets/people`, rule: expect.stringMatching(/over 40 files/) },
  ])
})

describe('check of the feature graph', () => {
  const pets = { path: `${server}/pets/view.ts`, text: "import { a } from '#features/media/view.ts'" }
  const rulesOf = (graph: Record<string, string>) =>
    findFeatureGraphOffences([pets], { server: graph, web: {} }).map(({ rule }) => rule)

  it('accepts imports that are declared and used', () => {
    expect(rulesOf({ media: '', pets: 'media' })).toEqual([])
  })

  it('refuses a cycle', () => {
    expect(rulesOf({ media: 'pets', pets: 'media' })).toContain('A cycle: media → pets → media.')
  })

  it('refuses a declared import that no file uses', () => {
    expect(rulesOf({ media: '', pets: 'media posts', posts: '' })).toEqual([
      expect.stringContaining('pets imports nothing from posts on the server'),
    ])
  })
})

it('check-house refuses a username that two e2e test files use', () => {
  const uses = (name: string) => ({ path: `e2e/${name}.spec.ts`, text: "aMember({ username: 'amina' })" })
  const twice = { path: 'e2e/likes.spec.ts', text: `${uses('likes').text}\n${uses('likes').text}` }
  expect(findOffences([twice])).toEqual([])
  expect(findOffences([uses('feed'), uses('likes')])).toMatchObject([
    { path: 'e2e/likes.spec.ts', line: 1, rule: expect.stringContaining('amina is already used in e2e/feed.spec.ts') },
  ])
})

describe('check of SQL ownership', () => {
  const map = `| \`features/blocks/visibility.sql.ts\` | who may see what | likes, saves |\n`
  const house = (files: Record<string, string>, text = map) =>
    findOffences(Object.entries({ 'ARCHITECTURE.md': text, ...files }).map(([path, text]) => ({ path, text }))).map(
      ({ path, rule }) => `${path}: ${rule}`,
    )
  const fragment = `${server}/blocks/visibility.sql.ts`
  const uses = "import { a } from '#features/blocks/visibility.sql.ts'"
  const whole = { [fragment]: '', [`${server}/likes/queries.ts`]: uses, [`${server}/saves/shelf-queries.ts`]: uses }

  it('accepts an SQL fragment in the features that ARCHITECTURE.md lists for it', () => {
    expect(house(whole)).toEqual([])
  })

  it.each([
    ['queries', `${server}/notifications/events.ts`, "import { insertPayment } from '#features/payments/queries.ts'"],
    ['queries about one topic', `${server}/notifications/jobs.ts`, "import '#features/payments/refund-queries.ts'"],
    ['queries.ts that imports queries', `${server}/feed/queries.ts`, "import { a } from '#features/posts/queries.ts'"],
    ['a lazy import of queries', `${server}/feed/view.ts`, "const a = await import('#features/posts/queries.ts')"],
    ['queries in a subfolder', `${server}/notifications/jobs.ts`, "import '#features/payments/ledger/queries.ts'"],
  ])('refuses %s of another feature', (_, path, text) => {
    expect(house({ ...whole, [path]: text }).join()).toContain(
      `${path}: A feature must not use the SQL of another feature`,
    )
  })

  it.each([
    ['a fragment in a use case', { [`${server}/likes/view.ts`]: uses }, /Only queries\.ts/],
    ['a fragment in a feature that is not in the map', { [`${server}/feed/queries.ts`]: uses }, /does not name feed/],
    ['a fragment that the map does not list', { [`${server}/posts/rank.sql.ts`]: '' }, /must be in the table/],
    ['a feature in the map without use of the fragment', { [`${server}/likes/queries.ts`]: '' }, /likes does not use/],
  ])('refuses %s', (_, files, rule) => {
    expect(house({ ...whole, ...files })).toEqual([expect.stringMatching(rule)])
  })
})
