import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPhotoUrls, type PhotoFiles } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import sharp from 'sharp'
import { type RunningApp, startApp } from './app.ts'
import { type ApiClient, createApiClient, createPhotoForm } from './client.ts'
import { killApp } from './processes.ts'

/** Ids of acknowledged writes. */
export type AcknowledgedWrites = { photos: Set<string>; posts: Set<string>; likes: Set<string> }

/** One app instance, or several instances behind a load balancer. */
type At = Pick<RunningApp, 'origin'>

const atOnce = 3

/** Uploads photos, creates and likes posts in a loop. Records acknowledged writes. Rejects once the app is killed. */
export async function writeUntilKilled(app: RunningApp, client: ApiClient, form: FormData, done: AcknowledgedWrites) {
  const request = async <T>(method: string, path: string, body?: object | FormData) => {
    const answer = await client.call(app, method, path, body)
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status} ${await answer.clone().text()}`)
    return (await answer.json()) as T
  }
  for (;;) {
    const photo = await request<{ id: string }>('POST', '/api/photos', form)
    done.photos.add(photo.id)
    const post = await request<{ id: string }>('POST', '/api/posts', { photos: [{ id: photo.id }], caption: 'A dog' })
    done.posts.add(post.id)
    await request('PUT', `/api/posts/${post.id}/like`)
    done.likes.add(post.id)
  }
}

/** Ignores connection errors, which a killed app causes, and rethrows other errors. */
export const ignoreConnectionErrors = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error
  })

/** Returns all posts in the feed of the client, read page by page. */
async function readPosts(app: At, client: ApiClient): Promise<Post[]> {
  const posts: Post[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor ? `&cursor=${cursor}` : ''
    const answer = await client.call(app, 'GET', `/api/feed?limit=50${query}`)
    assert.equal(answer.status, 200)
    const page = (await answer.json()) as { posts: Post[]; cursor: string | null }
    posts.push(...page.posts)
    cursor = page.cursor
  }
  return posts
}

/** `lost`: descriptions of lost or incomplete writes. `pendingPhotos`: number of photos without renditions yet. */
export type Losses = { lost: string[]; pendingPhotos: number }

/** Checks that acknowledged writes exist and are complete. Skips photos in `seen`, and adds complete photos to it. */
export async function findLosses(
  app: At,
  client: ApiClient,
  done: AcknowledgedWrites,
  seen: Set<string>,
): Promise<Losses> {
  const posts = await readPosts(app, client)
  const found = new Map(posts.map((post) => [post.id as string, post]))
  const lost = [
    ...[...done.posts].filter((id) => !found.has(id)).map((id) => `the acknowledged post ${id} is gone`),
    ...[...done.likes].filter((id) => !found.get(id)?.likedByMe).map((id) => `the acknowledged like of ${id} is gone`),
    ...posts.filter(({ photos }) => photos.length !== 1).map(({ id }) => `post ${id} lost its photo`),
    ...posts
      .filter((post) => post.likeCount !== (post.likedByMe ? 1 : 0))
      .map(({ id }) => `post ${id} counts likes it does not have`),
  ]
  const photos = new Set([...done.photos, ...posts.flatMap((post) => post.photos.map(({ id }) => id as string))])
  for (const id of photos) {
    if (seen.has(id)) continue
    const state = await stateOf(app, client, id)
    if (state === 'complete') seen.add(id)
    else if (state !== 'pending') lost.push(state)
  }
  const pendingPhotos = photos.size - seen.size
  return { lost, pendingPhotos }
}

/**
 * Asserts that `findLosses` finds nothing. Resolves to the number of photos without renditions yet.
 * @throws AssertionError
 */
export async function expectNoLosses(...where: Parameters<typeof findLosses>): Promise<number> {
  const { lost, pendingPhotos } = await findLosses(...where)
  assert.deepEqual(lost, [])
  return pendingPhotos
}

/**
 * Returns `complete` when all files of the photo can be decoded, `pending` while a job renders them, or else the error.
 */
async function stateOf(app: At, client: ApiClient, id: string): Promise<string> {
  const answer = await client.call(app, 'GET', `/api/photos/${id}`)
  if (answer.status !== 200) return `the acknowledged photo ${id} is answered ${answer.status}`
  const photo = (await answer.json()) as PhotoFiles & { state: string }
  if (photo.state === 'processing') return 'pending'
  if (photo.state === 'failed') return `the acknowledged photo ${id} is said to have failed`
  for (const path of [`/api/photos/${id}/original`, ...listPhotoUrls(photo)]) {
    const file = await client.call(app, 'GET', path)
    if (file.status !== 200) return `${path} of an acknowledged photo is answered ${file.status}`
    const decoded = sharp(Buffer.from(await file.arrayBuffer()), { failOn: 'truncated' }).stats()
    if (!(await decoded.catch(() => undefined))) return `${path} of an acknowledged photo is not whole`
  }
  return 'complete'
}

/**
 * Kills the app `times` times at random moments during uploads, posts and likes, and restarts it (F01 and F03 in
 * docs/security/checks.md). PostgreSQL is killed too in rounds for which `withPostgres` returns true. Resolves to the
 * counts of acknowledged writes, and of photos without renditions after `settleMs`.
 * @throws AssertionError when an acknowledged write is lost or a partial write is visible
 */
export async function assertAppSurvivesKills(
  dataDir: string,
  times: number,
  withPostgres: (round: number) => boolean,
  settleMs = 0,
  username = 'amina',
) {
  const settings = { DATA_DIR: dataDir, PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000', PACE: '1000000' }
  const form = await createPhotoForm()
  const done: AcknowledgedWrites = { photos: new Set(), posts: new Set(), likes: new Set() }
  const seen = new Set<string>()
  let app = await startApp(settings)
  let pendingPhotos = 0
  try {
    const client = await createApiClient(app, username)
    for (let round = 0; round < times; round++) {
      const running = app
      const work = Array.from({ length: atOnce }, () =>
        ignoreConnectionErrors(writeUntilKilled(running, client, form, done)),
      )
      // Waits for an acknowledged write before the first kill. Without such a write, the test could not detect a loss.
      for (let tries = 0; done.likes.size === 0 && tries < 1_000; tries++) await sleep(30)
      await Promise.race([sleep(300 + Math.random() * 1_700), Promise.all(work)])
      await killApp(running, { withPostgres: withPostgres(round) })
      await Promise.all(work)
      app = await startApp(settings)
      pendingPhotos = await expectNoLosses(app, client, done, seen)
    }
    for (const end = performance.now() + settleMs; pendingPhotos > 0 && performance.now() < end; await sleep(1_000))
      pendingPhotos = await expectNoLosses(app, client, done, seen)
  } finally {
    await app.stop()
  }
  return { photos: done.photos.size, posts: done.posts.size, likes: done.likes.size, pendingPhotos }
}
