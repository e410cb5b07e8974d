import type { Manifest } from '@pawtrait/contract/render.ts'
import { expect, it } from 'vitest'
import { misfits, scriptSummary } from './script-files.ts'

const page = (file: string, imports: string[]) => ({ file, imports, isDynamicEntry: true })
const manifest: Manifest = {
  'src/FeedPage.tsx': page('feed.js', ['_cards.js']),
  'src/PostPage.tsx': page('post.js', ['_cards.js']),
  'src/app/dev/UiPage.tsx': page('kit.js', ['_cards.js', '_chip.js']),
  '_cards.js': { file: 'cards.js', name: 'cards' },
  '_chip.js': { file: 'chip.js', name: 'chip' },
}
const sized = (sizes: Record<string, number>) => (file: string) => sizes[file] ?? 5000

it('refuses a small file that several pages share', () => {
  expect(misfits(manifest, sized({ 'cards.js': 3899 }))).toEqual(['cards (cards.js) has 3899 bytes only.'])
  expect(misfits(manifest, sized({ 'cards.js': 3900 }))).toEqual([])
})

it('accepts a small page, and what only the page of all components shares', () => {
  expect(misfits(manifest, sized({ 'feed.js': 100, 'chip.js': 100 }))).toEqual([])
})

it('refuses files that wait for each other', () => {
  const round = { ...manifest, '_cards.js': { file: 'cards.js', imports: ['_chip.js'] } }
  expect(misfits({ ...round, '_chip.js': { file: 'chip.js', imports: ['_cards.js'] } }, sized({}))).toEqual([
    '_cards.js → _chip.js → _cards.js wait for each other.',
  ])
})

it('counts them', () => {
  expect(scriptSummary(manifest, sized({ 'feed.js': 100, 'cards.js': 9000 }))).toBe(
    '5 files of script, median 5000 bytes; 1 under 4 KB, each fetched alone',
  )
})
