import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { keysIn } from './placed-messages.ts'

const catalogue = {
  posts: { delete: 'Delete', deleteThis: 'Delete this post?', edit: 'Edit' },
  species: { dog: 'Dog', 'small-and-furry': 'Small & furry' },
  ui: { days: '{count} d', hours: '{count} h', close: 'Close' },
}
const keys = (code: string) => keysIn(parseAst(code, { lang: 'tsx' }), catalogue)

test('a source brings the messages whose keys it writes out', () => {
  expect(keys(`const a = { label: 'posts.edit' }; t(busy ? 'posts.delete' : 'posts.deleteThis')`)).toEqual([
    'posts.edit',
    'posts.delete',
    'posts.deleteThis',
  ])
})

test('a source brings every message that its template can become, and no other', () => {
  expect(keys('t(`species.${kind}`)')).toEqual(['species.dog', 'species.small-and-furry'])
  expect(keys('t(`ui.${unit}s`)')).toEqual(['ui.days', 'ui.hours'])
  expect(keys('`posts`; `comment:${id}`; `/api/posts.${kind}`')).toEqual([])
})

test('an attribute and a type name a key too', () => {
  expect(keys(`const a = <b title="ui.close" />; type Key = 'posts.edit'`)).toEqual(['ui.close', 'posts.edit'])
})
