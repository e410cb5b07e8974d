import { describe, expect, test } from 'vitest'
import { makeZip, type ZipEntry } from '../../testing/make-zip.ts'
import { type Archive, readArchive } from './read-archive.ts'
import { readZipEntry } from './zip-entries.ts'

const json = (path: string, value: unknown): ZipEntry => ({ path, data: JSON.stringify(value), deflate: true })
const photo = (path: string): ZipEntry => ({ path, data: path })
const entryPaths = ({ posts }: Archive) => posts.map(({ photos }) => photos.map(({ entry }) => entry?.path))
const activity = (name: string, photo: string) => ({
  type: 'Create',
  object: {
    id: name,
    published: '2019-05-06T07:08:09Z',
    content: '<p>Mud</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    attachment: [{ mediaType: 'image/jpeg', url: photo }],
  },
})
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
    const archive = await readArchive([zip])
    expect(archive.network).toBe('instagram')
    expect(archive.posts.map(({ photos }) => photos[0]?.entry?.path)).toEqual(['media/b.jpg', 'media/a.jpg'])
    expect(archive.skippedCounts.stories).toBe(1)
  })

  test('splits a post with more than 10 photos into several posts with unique keys', async () => {
    const uris = names(23)
    const { posts: importablePosts } = await readArchive([
      await makeZip([json(posts, [post(uris)]), ...uris.map(photo)]),
    ])
    expect(importablePosts.map(({ part, photos }) => [part, photos.length])).toEqual([
      [{ at: 1, of: 3 }, 10],
      [{ at: 2, of: 3 }, 10],
      [{ at: 3, of: 3 }, 3],
    ])
    expect(new Set(importablePosts.map(({ key }) => key)).size).toBe(3)
  })

  test('finds photos in other folders by file name, and returns the paths of missing photos', async () => {
    const incomplete = post(['media/posts/201703/here.jpg', 'media/posts/201703/gone.jpg'])
    const zip = await makeZip([
      json('content/posts_1.json', [incomplete, post(['all-gone.jpg'])]),
      photo('part-2/here.jpg'),
    ])
    const archive = await readArchive([zip])
    expect(archive.posts.map(({ photos }) => photos.map(({ entry }) => entry?.path))).toEqual([['part-2/here.jpg']])
    expect(archive.missing).toEqual(['media/posts/201703/gone.jpg', 'all-gone.jpg'])
  })

  test('reads Pixelfed posts with remote photos from a JSON file, and from a ZIP with some of the photos', async () => {
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
    const bare = await readArchive([new Blob([JSON.stringify([status])])])
    const photo = (path: string) => ({ path, alt: `Alt of ${path}`, entry: null })
    expect(bare).toMatchObject({
      network: 'pixelfed',
      posts: [{ caption: 'Mud', photos: [photo('https://cdn.test/m/a.jpg'), photo('https://pix.test/b.jpg')] }],
      missing: ['http://pix.test/c.jpg', 'https://'],
      hosts: ['cdn.test', 'pix.test'],
    })
    const zip = await makeZip([json('pixelfed-statuses.json', [status]), { path: 'photos/a.jpg', data: 'a' }])
    const packed = await readArchive([zip])
    expect(packed.posts[0]?.photos.map(({ entry }) => entry?.path)).toEqual(['photos/a.jpg', undefined])
    expect(packed.hosts).toEqual(['pix.test'])
  })

  test('finds the photos of a post in all parts of an archive, in any order of the parts', async () => {
    const [one, two, three] = ['202406/one.jpg', '202406/two.jpg', '202407/three.jpg'].map(
      (name) => `media/posts/${name}`,
    ) as [string, string, string]
    const list = [post([one]), post([two, three], 1_718_100_000)]
    const first = await makeZip([json(posts, list), photo(one), photo(two)])
    const second = await makeZip([photo(three)])
    const firstPart = await readArchive([first])
    expect(entryPaths(firstPart)).toEqual([[two], [one]])
    expect(firstPart.posts.map(({ missing }) => missing)).toEqual([1, 0])
    expect(firstPart.missing).toEqual([three])
    for (const parts of [
      [first, second],
      [second, first],
    ]) {
      const archive = await readArchive(parts)
      expect(entryPaths(archive)).toEqual([[two, three], [one]])
      expect(archive.missing).toEqual([])
      const [post] = archive.posts
      const texts = await Promise.all(
        (post?.photos ?? []).map(async ({ entry }) => entry && (await readZipEntry(entry, 1000)).text()),
      )
      expect(texts).toEqual([two, three])
    }
  })

  test('joins the posts of several parts, and returns a post only once when several parts contain it', async () => {
    const [a, b] = [post(['media/a.jpg']), post(['media/b.jpg'], 1_588_603_967)]
    const archive = await readArchive([
      await makeZip([json(posts, [a]), photo('media/b.jpg')]),
      await makeZip([json(posts.replace('_1', '_2'), [b, a]), photo('media/a.jpg')]),
    ])
    expect(entryPaths(archive)).toEqual([['media/b.jpg'], ['media/a.jpg']])
  })

  test('finds the photos of Mastodon and Pixelfed posts in a ZIP that was chosen with the JSON file', async () => {
    const outbox = JSON.stringify({
      orderedItems: [activity('https://dogs.test/users/a/statuses/1', '/media/1/a.jpg')],
    })
    const statuses = [
      {
        ...{ uri: 'https://pix.test/p/a/1', created_at: '2019-05-06T07:08:09.000Z', visibility: 'public' },
        media_attachments: [{ type: 'image', url: 'https://pix.test/m/b.jpg' }],
      },
    ]
    const photos = await makeZip([photo('media/1/a.jpg'), photo('b.jpg')])
    expect(entryPaths(await readArchive([new Blob([outbox]), photos]))).toEqual([['media/1/a.jpg']])
    expect(entryPaths(await readArchive([photos, new Blob([JSON.stringify(statuses)])]))).toEqual([['b.jpg']])
  })

  test.each<[string, (text: string) => Blob]>([
    ['UTF-8', (text) => new Blob([text])],
    ['UTF-8 with a byte order mark', (text) => new Blob(['\ufeff', text])],
    ['UTF-8 with white space before it', (text) => new Blob(['\r\n\t ', text])],
    ['UTF-16 with a byte order mark', (text) => new Blob([Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0))])],
  ])('recognises a single outbox.json in %s by its content', async (_, fileOf) => {
    const item = activity('https://pix.test/p/a/1', 'https://pix.test/m/a.jpg')
    const archive = await readArchive([fileOf(JSON.stringify({ orderedItems: [item] }))])
    expect(archive).toMatchObject({ network: 'pixelfed', hosts: ['pix.test'], posts: [{ caption: 'Mud' }] })
  })

  test('finds the photos of a ZIP with backslashes in its paths', async () => {
    const zip = await makeZip([
      json(posts.replaceAll('/', '\\'), [post(['media/posts/201703/a.jpg'])]),
      photo('media\\posts\\201703\\a.jpg'),
    ])
    expect(entryPaths(await readArchive([zip]))).toEqual([['media/posts/201703/a.jpg']])
  })

  test('finds Mastodon posts in a subfolder of the ZIP, and their photos by the end of the path', async () => {
    const outbox = { orderedItems: [activity('https://dogs.test/users/a/statuses/1', '/horse-media/files/1/a.jpg')] }
    const path = 'archive/opt/mastodon/public/system/media_attachments/files/1/a.jpg'
    const zip = await makeZip([json('archive/outbox.json', outbox), photo(path), photo('__MACOSX/archive/._a.jpg')])
    expect(entryPaths(await readArchive([zip]))).toEqual([[path]])
  })

  test('rejects archives of two different networks that are chosen together', async () => {
    const outbox = JSON.stringify({ orderedItems: [activity('https://dogs.test/users/a/statuses/1', 'a.jpg')] })
    const instagram = await makeZip([json(posts, [post(['media/a.jpg'])])])
    await expect(readArchive([instagram, new Blob([outbox])])).rejects.toMatchObject({ fault: 'several-networks' })
  })

  test.each<[string, Promise<Blob>, string]>([
    ['an HTML export', makeZip([{ path: posts.replace('.json', '.html'), data: '<html>' }]), 'instagram-html'],
    ['a ZIP without posts', makeZip([photo('a.txt')]), 'unknown'],
    ['a part with photos and without posts', makeZip([photo('media/posts/202407/three.jpg')]), 'part'],
    ['a ZIP with invalid JSON', makeZip([{ path: posts, data: '[{' }]), 'unreadable'],
    ['a .tar.gz file', Promise.resolve(new Blob([new Uint8Array([0x1f, 0x8b, 8])])), 'packed-otherwise'],
    ['a JSON list of other data', Promise.resolve(new Blob(['[{"url":"https://a.test"}]'])), 'unknown'],
    ['a truncated JSON list', Promise.resolve(new Blob(['[{"media_attachments":'])), 'unreadable'],
    ['a JSON object of other data', Promise.resolve(new Blob(['\n{"id":"https://a.test"}'])), 'unknown'],
    ['a truncated JSON object', Promise.resolve(new Blob(['{"orderedItems":['])), 'unreadable'],
    ['a file that is no ZIP', Promise.resolve(new Blob(['x'])), 'not-zip'],
    ['a ZIP bomb', makeZip([{ path: posts, data: new Uint8Array(300_000), deflate: true, promised: 9 }]), 'too-large'],
  ])('rejects %s', async (_, zip, fault) => {
    await expect(readArchive([await zip])).rejects.toMatchObject({ fault })
  })
})
