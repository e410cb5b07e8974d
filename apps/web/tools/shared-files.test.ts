import { describe, expect, test } from 'vitest'
import { moveGroups } from './move-groups.ts'
import { sharedFiles } from './shared-files.ts'

type Links = { imports?: string[]; later?: string[]; size?: number }

/** An app of three public pages and a dialog, whose modules are large enough for files of their own. */
const modules: Record<string, Links> = {
  entry: { later: ['start'] },
  start: { imports: ['router'], later: ['Feed', 'Post', 'Plain', 'Shell'] },
  router: {},
  Shell: { imports: ['router'] },
  Feed: { imports: ['card', 'feed-cache'], later: ['Dialog'] },
  Post: { imports: ['card', 'crumb'] },
  Plain: { imports: ['router'] },
  Dialog: { imports: ['card', 'crumb'] },
  card: { imports: ['router'] },
  crumb: { size: 10 },
  'feed-cache': {},
}
const getModuleInfo = (id: string) => ({
  code: 'x'.repeat(modules[id]?.size ?? 16_000),
  importedIds: modules[id]?.imports ?? [],
  dynamicallyImportedIds: modules[id]?.later ?? [],
})
const pages = ['Feed', 'Post', 'Plain'].map((id) => ({ id, mode: 'hydrate' }))
const files = sharedFiles({ entry: 'entry', start: 'start', shell: 'Shell', pages }, { getModuleInfo })

test('what the app begins with travels as one', () => {
  expect([files.get('start'), files.get('router')]).toEqual(['start-app', 'start-app'])
})

test('what two pages share has a file, and what one alone needs travels with it', () => {
  expect(files.get('card')).toMatch(/^\d+$/)
  expect(files.has('feed-cache')).toBe(false)
})

test('what is too small for a file joins another', () => {
  expect(files.get('crumb')).toBe(files.get('card'))
})

test('what was too small once is measured again when asked anew', () => {
  const grown = (id: string) => ({ ...getModuleInfo(id), code: 'x'.repeat(16_000) })
  const anew = sharedFiles({ entry: 'entry', start: 'start', shell: 'Shell', pages }, { getModuleInfo: grown })
  expect(anew.get('crumb')).not.toBe(anew.get('card'))
})

test('pages and parts keep files of their own', () => {
  expect(['Feed', 'Post', 'Dialog', 'Shell', 'entry'].filter((id) => files.has(id))).toEqual([])
})

describe('with many pages', () => {
  const names = Array.from({ length: 24 }, (_, at) => `P${at}`)
  const parts = Array.from({ length: 40 }, (_, at) => `m${at}`)
  const links: Record<string, string[]> = Object.fromEntries(
    names.map((name, at) => [name, parts.filter((__, part) => (at * 7 + part * 5) % 23 < 2)]),
  )
  // Chains that cross: without the rule against circles there would be some.
  const importsOf = (at: number) => [...(at % 8 === 7 ? [] : [at + 3]), ...(at % 5 === 0 ? [at + 6] : [])]
  for (const [at, part] of parts.entries()) links[part] = parts.filter((_, other) => importsOf(at).includes(other))
  const info = (id: string) => ({
    code: 'x'.repeat(3000),
    importedIds: links[id] ?? [],
    dynamicallyImportedIds: id === 'entry' ? ['start'] : id === 'start' ? [...names, 'Shell'] : [],
  })
  const app = { entry: 'entry', start: 'start', shell: 'Shell', pages: names.map((id) => ({ id, mode: 'hydrate' })) }
  const placed = sharedFiles(app, { getModuleInfo: info })
  const home = (id: string) => placed.get(id) ?? id
  const fetched = (root: string) => {
    const ids = new Set([root])
    for (const id of ids)
      for (const other of [...(links[id] ?? []), ...parts.filter((part) => home(part) === home(id))]) ids.add(other)
    return new Set([...ids].map(home))
  }

  test('none fetches more than twelve files', () => {
    // Beside these: the entry, the libraries and the shell.
    expect(Math.max(...names.map((name) => fetched(name).add('start-app').size))).toBeLessThanOrEqual(9)
  })

  test('no two files wait for each other', () => {
    const isCircle = (a: string, b: string) => home(a) !== home(b) && fetched(a).has(home(b)) && fetched(b).has(home(a))
    expect(parts.flatMap((a) => parts.filter((b) => isCircle(a, b)))).toEqual([])
  })

  test('no file is a small one', () => {
    const held = Map.groupBy(placed.keys(), home)
    expect(held.size).toBeGreaterThan(8)
    // Modules of 3,000 characters: one alone is too small.
    expect([...held].filter(([file, ids]) => file !== 'start-app' && ids.length < 2)).toEqual([])
  })

  // 2 s of work on a quiet machine.
  test('they are the same each time', { timeout: 60_000 }, () => {
    expect([...sharedFiles(app, { getModuleInfo: info })]).toEqual([...placed])
  })
})

test('more files than can be told apart are refused', () => {
  const loads = [{ kind: 'public' as const, root: 'entry', modules: new Set<string>() }]
  const group = () => ({ modules: [], script: 5000, style: 0, loads: Uint8Array.of(1), imports: new Set<number>() })
  const cut = (count: number) => ({ loads, groups: Array.from({ length: count }, group), beside: [] })
  const eachInOne = (count: number) => Uint8Array.from({ length: count }, (_, at) => at)
  expect(() => moveGroups(cut(33), eachInOne(33), 0)).toThrow('33 shared files')
  expect(moveGroups(cut(32), eachInOne(32), 0)).toBeLessThan(Infinity)
})
