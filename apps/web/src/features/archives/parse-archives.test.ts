import { describe, expect, test } from 'vitest'
import { createFileFinder } from './find-file.ts'
import { countInstagramStories, parseInstagramPosts } from './instagram-posts.ts'
import { parseMastodonPosts } from './mastodon-posts.ts'
import { isPixelfedExport, parsePixelfedPosts } from './pixelfed-posts.ts'

/** Encodes text as Instagram's JSON does: each UTF-8 byte becomes one character. */
const broken = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

describe('parseInstagramPosts', () => {
  const at = 1_488_603_967
  const photo = { uri: 'media/posts/201703/1_n.jpg', creation_timestamp: at, title: broken('Müde') }

  test('reads text and date from the photo when a post has only one photo, and otherwise from the post', () => {
    const multiPhotoPost = {
      title: broken('Two 🐕'),
      creation_timestamp: at + 60,
      media: [photo, { ...photo, uri: 'b.webp' }],
    }
    const { posts } = parseInstagramPosts([{ media: [photo] }, multiPhotoPost])
    expect(posts).toMatchObject([
      { id: '1_n.jpg', postedAt: '2017-03-04T05:06:07.000Z', caption: 'Müde', photos: [{ path: photo.uri, alt: '' }] },
      { postedAt: '2017-03-04T05:07:07.000Z', caption: 'Two 🐕', photos: [{}, { path: 'b.webp' }] },
    ])
  })

  test('counts a video without a file extension as a video', () => {
    const video = { uri: 'media/posts/201703/17', creation_timestamp: at, media_metadata: { video_metadata: {} } }
    const { posts, skippedCounts } = parseInstagramPosts([{ media: [video] }, { media: [photo, video] }])
    expect(posts.map(({ photos }) => photos.length)).toEqual([1])
    expect(skippedCounts.videos).toBe(2)
  })

  test('replaces a mention with the URL of the Instagram profile', () => {
    const { posts } = parseInstagramPosts([{ media: [{ ...photo, title: 'With @wanjiru.k. a@b.test' }] }])
    expect(posts[0]?.caption).toBe('With https://www.instagram.com/wanjiru.k/. a@b.test')
  })

  test('returns posts with photo descriptions and a shortened caption, and counts skipped videos', () => {
    const long = { ...photo, title: 'a'.repeat(3000), alt_text: broken('Schläft') }
    const video = { uri: 'c.mp4', creation_timestamp: at }
    const { posts, skippedCounts } = parseInstagramPosts([{ media: [long] }, { media: [video] }, { media: [] }])
    expect(posts).toHaveLength(1)
    expect(posts[0]?.caption).toHaveLength(2200)
    expect(posts[0]?.photos[0]?.alt).toBe('Schläft')
    expect(skippedCounts).toMatchObject({ videos: 1, words: 1 })
    expect(countInstagramStories({ ig_stories: [{}, {}], more: 'x' })).toBe(2)
  })

  test.for([null, 'x', 7, [null, 'x', { media: 'x' }, { media: [{}] }, { media: [{ uri: 'a.jpg' }] }]])(
    'returns no posts for JSON that is not an Instagram export: %j',
    (json) => expect(parseInstagramPosts(json).posts).toEqual([]),
  )
})

describe('parseMastodonPosts', () => {
  const everyone = 'https://www.w3.org/ns/activitystreams#Public'
  const followers = 'https://dogs.test/users/a/followers'
  const image = { type: 'Document', mediaType: 'image/jpeg', url: '/media_attachments/files/1/a.jpg', name: 'Asleep' }
  const note = (more: object = {}) => ({
    type: 'Create',
    object: {
      id: 'https://dogs.test/users/a/statuses/1',
      published: '2019-05-06T07:08:09Z',
      content: '<p>Mud</p>',
      to: [everyone],
      cc: [followers],
      inReplyTo: null,
      sensitive: false,
      attachment: [image],
      ...more,
    },
  })
  const read = (...orderedItems: object[]) => parseMastodonPosts({ type: 'OrderedCollection', orderedItems })

  test('returns text, date, audience, and photos with descriptions', () => {
    const { posts } = read(note(), note({ to: [followers], cc: [] }), note({ to: [followers], cc: [everyone] }))
    expect(posts[0]).toEqual({
      network: 'mastodon',
      id: 'https://dogs.test/users/a/statuses/1',
      postedAt: '2019-05-06T07:08:09.000Z',
      caption: 'Mud',
      photos: [{ path: image.url, alt: 'Asleep' }],
      audience: 'everyone',
      sensitive: false,
    })
    expect(posts.map(({ audience }) => audience)).toEqual(['everyone', 'followers', 'everyone'])
  })

  test('marks sensitive posts, and inserts the content warning before the text', () => {
    expect(read(note({ sensitive: true, summary: 'Vet visit' })).posts[0]).toMatchObject({
      sensitive: true,
      caption: 'Vet visit\n\nMud',
    })
  })

  test('skips and counts boosts, replies, direct messages, posts without photos, and videos', () => {
    const { posts, skippedCounts } = read(
      { type: 'Announce', object: 'https://cats.test/1' },
      note({ inReplyTo: 'https://cats.test/1' }),
      note({ to: ['https://cats.test/users/b'], cc: [] }),
      note({ attachment: [] }),
      note({ attachment: [{ ...image, mediaType: 'video/mp4' }] }),
    )
    expect(posts).toEqual([])
    expect(skippedCounts).toEqual({ shares: 1, replies: 1, privates: 1, words: 1, videos: 1, stories: 0 })
  })
})

describe('parseMastodonPosts with threads and mentions', () => {
  const note = (number: number, more: object = {}) => ({
    type: 'Create',
    object: {
      id: `https://old.example/users/jane/statuses/${number}`,
      published: `2024-06-1${number}T10:00:00Z`,
      content: `<p>${number}</p>`,
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      attachment: [{ mediaType: 'image/jpeg', url: `/media/${number}.jpg` }],
      ...more,
    },
  })
  const replyTo = (number: number) => ({ inReplyTo: `https://old.example/users/jane/statuses/${number}` })
  const captions = (...files: object[][]) => {
    const { posts, skippedCounts } = parseMastodonPosts(...files.map((orderedItems) => ({ orderedItems })))
    return [posts.map(({ caption }) => caption).join(' '), skippedCounts.replies]
  }

  test('returns an author’s replies to their own posts, even when the posts are in several files', () => {
    expect(captions([note(3, replyTo(2)), note(2, replyTo(1))], [note(1)])).toEqual(['3 2 1', 0])
  })

  test('skips replies to other users, replies to such replies, replies to deleted posts, and reply cycles', () => {
    const replyToOther = { inReplyTo: 'https://other.example/users/b/statuses/1' }
    expect(captions([note(1, replyToOther), note(2, replyTo(1)), note(3, replyTo(9))])).toEqual(['', 3])
    expect(captions([note(1, replyTo(2)), note(2, replyTo(1))])).toEqual(['', 2])
  })

  test('replaces an unlinked mention with the URL in its tag, or else with a URL on the server of the post', () => {
    const tag = [{ type: 'Mention', href: 'https://other.example/users/wanjiru.k', name: '@wanjiru.k@other.example' }]
    expect(captions([note(1, { content: '<p>With @wanjiru.k and @otieno</p>', tag })])[0]).toBe(
      'With https://other.example/users/wanjiru.k and https://old.example/@otieno',
    )
  })
})

describe('parsePixelfedPosts', () => {
  const image = { type: 'image', mime: 'image/jpeg', url: 'https://pix.test/storage/m/a.jpg', description: 'Asleep' }
  const status = (more: object = {}) => ({
    id: '1',
    uri: 'https://pix.test/p/a/1',
    in_reply_to_id: '',
    reblog: null,
    content: '<p>Mud</p>',
    content_text: 'Mud & more\n#dogs',
    created_at: '2019-05-06T07:08:09.000Z',
    sensitive: false,
    spoiler_text: '',
    visibility: 'public',
    pf_type: 'photo',
    media_attachments: [image],
    ...more,
  })

  test('returns text, date, audience, and photo URLs with descriptions', () => {
    const { posts } = parsePixelfedPosts([
      status(),
      status({ visibility: 'unlisted', content_text: null, sensitive: true, spoiler_text: 'Vet visit' }),
      status({ visibility: 'private', media_attachments: [{ ...image, mime: undefined, type: 'Image' }] }),
    ])
    expect(posts[0]).toEqual({
      network: 'pixelfed',
      id: 'https://pix.test/p/a/1',
      postedAt: '2019-05-06T07:08:09.000Z',
      caption: 'Mud & more\n#dogs',
      photos: [{ path: image.url, alt: 'Asleep' }],
      audience: 'everyone',
      sensitive: false,
    })
    expect(posts[1]).toMatchObject({ audience: 'everyone', caption: 'Vet visit\n\nMud', sensitive: true })
    expect(posts[2]).toMatchObject({ audience: 'followers', photos: [{ alt: 'Asleep' }] })
  })

  test('returns an author’s replies to their own posts, with profile URLs in place of mentions', () => {
    const reply = status({ id: 2, in_reply_to_id: 1, content_text: 'With @wanjiru.k and @bo' })
    const mentions = [{ username: 'wanjiru.k', url: 'https://other.example/@wanjiru.k' }]
    const { posts } = parsePixelfedPosts([status(), { ...reply, mentions }])
    expect(posts.map(({ caption }) => caption)).toEqual([
      'Mud & more\n#dogs',
      'With https://other.example/@wanjiru.k and https://pix.test/@bo',
    ])
  })

  test('reads the posts under `statuses` in an export of the mastodon-archive tool', () => {
    const json = { account: {}, statuses: [status({ uri: 'https://dogs.test/users/a/statuses/1' })] }
    expect(isPixelfedExport(json)).toBe(true)
    expect(parsePixelfedPosts(json).posts).toMatchObject([{ network: 'mastodon', caption: 'Mud & more\n#dogs' }])
  })

  test('skips and counts shares, replies, private posts, posts without photos, and videos', () => {
    const { posts, skippedCounts } = parsePixelfedPosts([
      status({ pf_type: 'share' }),
      status({ in_reply_to_id: '7' }),
      status({ visibility: 'direct' }),
      status({ visibility: 'archived' }),
      status({ media_attachments: [] }),
      status({ media_attachments: [{ ...image, mime: 'video/mp4', type: 'video' }] }),
    ])
    expect(posts).toEqual([])
    expect(skippedCounts).toEqual({ shares: 1, replies: 1, privates: 2, words: 1, videos: 1, stories: 0 })
  })

  test.for([null, 'x', 7, [], [null, 'x', { media_attachments: 'x' }], { media_attachments: [] }])(
    'does not recognise %j as a Pixelfed export',
    (json) => {
      expect(isPixelfedExport(json)).toBe(false)
      expect(parsePixelfedPosts(json).posts).toEqual([])
    },
  )
})

test('createFileFinder finds a file by its path, or else by its name and the most similar path', () => {
  const entry = (path: string) => ({ zip: new Blob(), path, size: 1, packed: 1, at: 0, method: 0, isLocked: false })
  const find = createFileFinder(['top/media/1/a.jpg', 'top/media/2/a.jpg', 'b.jpg', 'x/c.jpg'].map(entry))
  expect(find('b.jpg')?.path).toBe('b.jpg')
  expect(find('/b.jpg')?.path).toBe('b.jpg')
  expect(find('media/2/a.jpg')?.path).toBe('top/media/2/a.jpg')
  expect(find('elsewhere/c.jpg')?.path).toBe('x/c.jpg')
  expect(find('d.jpg')).toBeNull()
})
