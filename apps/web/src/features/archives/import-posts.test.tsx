import type { PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { CallError } from '#lib/server/call.ts'
import { aPhoto } from '../../testing/fixtures.ts'
import { makeZip } from '../../testing/make-zip.ts'
import { getNarrowerAudience, type ImportApi, type ImportState, importPosts } from './import-posts.ts'
import { type ImportablePost, readArchive } from './read-archive.ts'

const note = (name: string) => ({
  type: 'Create',
  object: {
    id: name,
    published: '2019-05-06T07:08:09Z',
    content: `<p>${name}</p>`,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    attachment: [{ mediaType: 'image/jpeg', url: `/media/${name}.jpg`, name: `Alt of ${name}` }],
  },
})

async function givenArchive(...names: string[]) {
  const outbox = { orderedItems: names.map(note) }
  const files = names.map((name) => ({ path: `media/${name}.jpg`, data: name }))
  const { posts } = await readArchive([
    await makeZip([{ path: 'outbox.json', data: JSON.stringify(outbox) }, ...files]),
  ])
  return { posts }
}

const refusal = (code: Exclude<CallError['code'], 'file-changed'>) =>
  code === 'offline'
    ? new CallError(null)
    : new CallError({ type: 'about:blank', title: '', status: 400, detail: '', requestId: '1', code })

type ImportRequest = Parameters<ImportApi['importPost']>[0]

/** Mocks a server that responds with the errors that `refuse` returns, and records the requests. */
function aServer(refuse: { photo?: (name: string) => CallError | null; post?: (id: string) => CallError | null } = {}) {
  const photos: string[] = []
  const posts: ImportRequest[] = []
  let cancelled = 0
  const api: ImportApi = {
    sendPhoto: async (file) => {
      const name = await file.text()
      photos.push(name)
      const error = refuse.photo?.(name)
      const done = error
        ? Promise.reject(error)
        : Promise.resolve({ ...aPhoto(), id: name as PhotoId, crop: null, rotate: 0, adjustments: null } as const)
      done.catch(() => {})
      return { done, cancel: () => cancelled++ }
    },
    fetchPhoto: async (url) => {
      const name = url.split('/').at(-1) ?? ''
      photos.push(url)
      const error = refuse.photo?.(name)
      if (error) throw error
      return { ...aPhoto(), id: name as PhotoId, crop: null, rotate: 0, adjustments: null }
    },
    importPost: async (body) => {
      const error = refuse.post?.(body.origin.id)
      if (error) throw error
      const isNew = !posts.some(({ origin }) => origin.id === body.origin.id)
      if (isNew) posts.push(body)
      return { postId: body.origin.id as PostId, isNew }
    },
  }
  return { photos, posts, api }
}

function start(plan: { posts: ImportablePost[] }, api: ImportApi) {
  const states: ImportState[] = []
  const run = importPosts({ ...plan, audience: 'followers' }, api, (getLatestState) => states.push(getLatestState))
  const now = () => states.at(-1) as ImportState
  const step = (wanted: ImportState['step']) => expect.poll(() => now().step).toBe(wanted)
  return { run, now, step, outcomes: () => [...now().outcomes.values()] }
}

describe('importPosts', () => {
  test('imports posts in order with date, text and photo descriptions, and never widens their audience', async () => {
    const server = aServer()
    const { step, outcomes } = start(await givenArchive('a', 'b'), server.api)
    await step('done')
    expect(outcomes()).toEqual(['imported', 'imported'])
    expect(server.posts[0]).toEqual({
      origin: { network: 'mastodon', id: 'a', postedAt: '2019-05-06T07:08:09.000Z' },
      photos: [{ id: 'a', alt: 'Alt of a' }],
      caption: 'a',
      audience: 'followers',
    })
    expect(getNarrowerAudience('everyone', 'followers')).toBe('followers')
    expect(getNarrowerAudience('close-friends', 'followers')).toBe('close-friends')
  })

  test('skips and records an unreadable photo, and skips a post that has no other photo', async () => {
    const server = aServer({ photo: (name) => (name === 'a' ? refusal('unreadable-photo') : null) })
    const { step, now, outcomes } = start(await givenArchive('a', 'b'), server.api)
    await step('done')
    expect(outcomes()).toEqual(['failed', 'imported'])
    expect(now().skippedPhotos).toMatchObject([{ path: '/media/a.jpg', error: { code: 'unreadable-photo' } }])
  })

  test('asks the server to fetch remote photos, and skips photos that the server cannot fetch', async () => {
    const statuses = [1, 2].map((number) => ({
      ...{ uri: `https://pix.test/p/${number}`, created_at: '2019-05-06T07:08:09.000Z', visibility: 'public' },
      media_attachments: ['a', 'b'].map((name) => ({
        type: 'image',
        url: `https://pix.test/${number}/${name}${number}`,
      })),
    }))
    const server = aServer({ photo: (name) => (name === 'a1' ? refusal('not-found') : null) })
    const { posts } = await readArchive([new Blob([JSON.stringify(statuses)])])
    const { step, now, outcomes } = start({ posts }, server.api)
    await step('done')
    expect(outcomes()).toEqual(['imported', 'imported'])
    expect(server.photos).toContain('https://pix.test/2/a2')
    expect(
      server.posts.map(({ photos }) => photos.map(({ id }) => id).join(' ')).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['a2 b2', 'b1'])
    expect(now().skippedPhotos).toMatchObject([{ path: 'https://pix.test/1/a1', error: { code: 'not-found' } }])
  })

  test('pauses while offline, resumes when the connection returns, and uploads no photo twice', async () => {
    let isOffline = true
    const server = aServer({ post: () => (isOffline ? refusal('offline') : null) })
    const { step } = start(await givenArchive('a', 'b'), server.api)
    await step('offline')
    isOffline = false
    window.dispatchEvent(new Event('online'))
    await step('done')
    expect(server.photos).toEqual(['a', 'b'])
  })

  test('stops when the server reports that the upload quota is reached, and resumes on request', async () => {
    let isFull = true
    const server = aServer({ photo: (name) => (name === 'b' && isFull ? refusal('quota-reached') : null) })
    const { run, step, now } = start(await givenArchive('a', 'b'), server.api)
    await step('refused')
    expect(now().error?.code).toBe('quota-reached')
    expect(server.posts).toHaveLength(1)
    isFull = false
    run.resume()
    await step('done')
    expect(server.posts).toHaveLength(2)
  })

  test('imports no post while paused, and cannot be resumed after a cancellation', async () => {
    const server = aServer()
    const { run, step, now } = start(await givenArchive('a', 'b', 'c'), server.api)
    run.pause()
    await step('paused')
    await new Promise((later) => setTimeout(later, 50))
    expect(server.posts).toEqual([])
    run.cancel()
    run.resume()
    await new Promise((later) => setTimeout(later, 50))
    expect(server.posts).toEqual([])
    expect(now().outcomes.size).toBe(1)
  })

  test('reports an already imported post as "known", and does not create it twice', async () => {
    const server = aServer()
    const plan = await givenArchive('a')
    await start(plan, server.api).step('done')
    const secondRun = start(plan, server.api)
    await secondRun.step('done')
    expect(secondRun.outcomes()).toEqual(['known'])
    expect(server.posts).toHaveLength(1)
  })
})
