import { expect, test } from 'vitest'
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
  code: 'x'.repeat(modules[id]?.size ?? 20_000),
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
  const grown = (id: string) => ({ ...getModuleInfo(id), code: 'x'.repeat(20_000) })
  const anew = sharedFiles({ entry: 'entry', start: 'start', shell: 'Shell', pages }, { getModuleInfo: grown })
  expect(anew.get('crumb')).not.toBe(anew.get('card'))
})

test('pages and parts keep files of their own', () => {
  expect(['Feed', 'Post', 'Dialog', 'Shell', 'entry'].filter((id) => files.has(id))).toEqual([])
})

test('with many pages, none fetches more than twelve files, and no two files wait for each other', () => {
  const names = Array.from({ length: 24 }, (_, at) => `P${at}`)
  const parts = Array.from({ length: 40 }, (_, at) => `m${at}`)
  const links: Record<string, string[]> = Object.fromEntries(
    names.map((name, at) => [name, parts.filter((__, part) => ((at * 7 + part * 5) % 11) * (part + 1) < 90)]),
  )
  parts.forEach((part, at) => (links[part] = parts.filter((_, other) => other > at && (other * at) % 7 === 1)))
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
  // Beside these: the entry, the start, the libraries and the shell.
  expect(Math.max(...names.map((name) => fetched(name).size))).toBeLessThanOrEqual(8)
  const isCircle = (a: string, b: string) => home(a) !== home(b) && fetched(a).has(home(b)) && fetched(b).has(home(a))
  expect(parts.flatMap((a) => parts.filter((b) => isCircle(a, b)))).toEqual([])
})
