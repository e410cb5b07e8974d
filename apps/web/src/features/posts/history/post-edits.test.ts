import { noAdjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { PostVersion } from '@pawtrait/contract/posts.ts'
import { describe, expect, test } from 'vitest'
import { listChangeLines } from './post-edits.ts'

const aVersion = (more: Partial<PostVersion> = {}): PostVersion => ({
  caption: '',
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  pets: [],
  photos: [],
  ...more,
})
const photo = (id: string, more: object = {}) =>
  ({ id, alt: '', crop: null, rotate: 0, ...more }) as PostVersion['photos'][number]
const [rex, tom] = ['rex', 'tom'] as PostVersion['pets']

describe('listChangeLines', () => {
  test('returns one line for each change of an edit', () => {
    const before = aVersion({ photos: [photo('a'), photo('b'), photo('c')], pets: rex ? [rex] : [], place: 'Nairobi' })
    const after = aVersion({
      photos: [photo('c', { alt: 'C' }), photo('b', { rotate: 90 }), photo('d')],
      pets: tom ? [tom] : [],
      audience: 'followers',
      replies: 'nobody',
    })
    expect(listChangeLines(before, after, (pet) => (pet === tom ? 'Tom' : undefined))).toEqual([
      { what: 'photosAdded', count: 1 },
      { what: 'photosRemoved', count: 1 },
      { what: 'first', number: 3 },
      { what: 'described', number: 3 },
      { what: 'cut', number: 2 },
      { what: 'tagged', pet: 'Tom' },
      { what: 'untagged', pet: '?' },
      { what: 'placeRemoved' },
      { what: 'audience', audience: 'followers' },
      { what: 'replies', replies: 'nobody' },
    ])
    expect(listChangeLines(before, before, () => undefined)).toEqual([])
    const withNewFirst = aVersion({
      ...before,
      photos: [photo('d'), photo('a', { rotate: 90 }), photo('b'), photo('c')],
    })
    expect(listChangeLines(before, withNewFirst, () => undefined)).toEqual([
      { what: 'photosAdded', count: 1 },
      { what: 'newFirst' },
      { what: 'cut', number: 1 },
    ])
    // The photos in `before` have no `adjustments`, like edits that were stored before photo adjustments existed.
    const mono = { ...noAdjustments, filter: 'mono' }
    const adjusted = aVersion({
      ...before,
      photos: [photo('a', { adjustments: null }), photo('b', { adjustments: mono }), photo('c')],
    })
    expect(listChangeLines(before, adjusted, () => undefined)).toEqual([{ what: 'adjusted', number: 2 }])
    const reordered = aVersion({ ...before, photos: [photo('a'), photo('c'), photo('b')] })
    expect(listChangeLines(before, reordered, () => undefined)).toEqual([{ what: 'reordered' }])
  })
})
