import { describe, expect, test } from 'vitest'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
import { readArchive } from './read-archive.ts'

const json = (path: string, value: unknown): ZipEntry => ({ path, data: JSON.stringify(value), deflate: true })
const photo = (path: string): ZipEntry => ({ path, data: path })
const posts = 'your_instagram_activity/content/posts_1.json'
const names = (count: number) => Array.from({ length: count }, (_, n) => `media/posts/201703/${n}.jpg`)
const post = (uris: string[], at = 1_488_603_967) => ({
  title: 'Mud',
  creation_timestamp: at,
  media: uris.map((uri) => ({ uri })),
})

describe('readArchive', () => {
  test('returns the posts of all Instagram files, newest first, and counts skipped stories', async () => {
    const zip = await makeZip([
      json(posts, [post(['media/a.jpg'])]),
      json(posts.replace('_1', '_2'), [post(['media/b.jpg'], 1_588_603_967)]),
      json('your_instagram_activity/content/stories.json', { ig_stories: [{ uri: 'x' }] }),
      photo('media/a.jpg'),
      photo('media/b.jpg'),
    ])
    const archive = await readArchive(zip)
    expect(archive.network).toBe('instagram')
    expect(archive.posts.map(({ photos }) => photos[0]?.entry?.path)).toEqual(['media/b.jpg', 'media/a.jpg'])
    expect(archive.skippedCounts.stories).toBe(1)
  })

  test('splits a post with more than 10 photos into parts with unique keys', async () => {
    const uris = names(23)
    const { posts: found } = await readArchive(await makeZip([json(posts, [post(uris)]), ...uris.map(photo)]))
    expect(found.map(({ part, photos }) => [part, photos.length])).toEqual([
      [{ at: 1, of: 3 }, 10],
      [{ at: 2, of: 3 }, 10],
      [{ at: 3, of: 3 }, 3],
    ])
    expect(new Set(found.map(({ key }) => key)).size).toBe(3)
  })

  test('returns the paths of missing photos, and finds photos in other folders by file name', async () => {
    const incomplete = post(['media/posts/201703/here.jpg', 'media/posts/201703/gone.jpg'])
    const zip = await makeZip([
      json('content/posts_1.json', [incomplete, post(['all-gone.jpg'])]),
      photo('part-2/here.jpg'),
    ])
    const archive = await readArchive(zip)
    expect(archive.posts.map(({ photos }) => photos.map(({ entry }) => entry?.path))).toEqual([['part-2/here.jpg']])
    expect(archive.missing).toEqual(['media/posts/201703/gone.jpg', 'all-gone.jpg'])
  })

  test("reads Pixelfed's JSON file with remote photos, and a ZIP that contains only some of the photos", async () => {
    const status = {
      uri: 'https://pix.test/p/a/1',
      ...{ created_at: '2019-05-06T07:08:09.000Z', content_text: 'Mud', visibility: 'public' },
      media_attachments: [
        'https://cdn.test/m/a.jpg',
        'https://pix.test/b.jpg',
        'http://pix.test/c.jpg',
        'https://',
      ].map((url) => ({ type: 'image', url, description: `Alt of ${url}` })),
    }
    const bare = await readArchive(new Blob([JSON.stringify([status])]))
    const photo = (path: string) => ({ path, alt: `Alt of ${path}`, entry: null })
    expect(bare).toMatchObject({
      network: 'pixelfed',
      posts: [{ caption: 'Mud', photos: [photo('https://cdn.test/m/a.jpg'), photo('https://pix.test/b.jpg')] }],
      missing: ['http://pix.test/c.jpg', 'https://'],
      hosts: ['cdn.test', 'pix.test'],
    })
    const zip = await makeZip([json('pixelfed-statuses.json', [status]), { path: 'photos/a.jpg', data: 'a' }])
    const packed = await readArchive(zip)
    expect(packed.posts[0]?.photos.map(({ entry }) => entry?.path)).toEqual(['photos/a.jpg', undefined])
    expect(packed.hosts).toEqual(['pix.test'])
  })

  test.each<[string, Promise<Blob>, string]>([
    ['an HTML export', makeZip([{ path: posts.replace('.json', '.html'), data: '<html>' }]), 'instagram-html'],
    ['a ZIP without posts', makeZip([photo('a.jpg')]), 'unknown'],
    ['a ZIP with invalid JSON', makeZip([{ path: posts, data: '[{' }]), 'unreadable'],
    ['a .tar.gz file', Promise.resolve(new Blob([new Uint8Array([0x1f, 0x8b, 8])])), 'packed-otherwise'],
    ['a JSON list of other data', Promise.resolve(new Blob(['[{"url":"https://a.test"}]'])), 'unknown'],
    ['a truncated JSON list', Promise.resolve(new Blob(['[{"media_attachments":'])), 'unreadable'],
    ['a file that is no ZIP', Promise.resolve(new Blob(['x'])), 'not-zip'],
    ['a ZIP bomb', makeZip([{ path: posts, data: new Uint8Array(300_000), deflate: true, promised: 9 }]), 'too-large'],
  ])('rejects %s', async (_, zip, fault) => {
    await expect(readArchive(await zip)).rejects.toMatchObject({ fault })
  })
})
