import { setTimeout as sleep } from 'node:timers/promises'
import { createPhotoForm } from '../e2e/client.ts'
import type { DrillInstance } from './drill-instance.ts'
import { openFollowerStream } from './follower-stream.ts'
import { createResponseTally, type ResponseTally, sendCountedRequest } from './response-tally.ts'

const readers = 6
const writers = 2
const streams = 4

/**
 * Reads the session, the feed and the newest acknowledged post. Counts missing data and data of another user as wrong.
 */
async function read(instance: DrillInstance, tally: ResponseTally, isOver: () => boolean) {
  const { client, done } = instance
  while (!isOver()) {
    const user = await sendCountedRequest<{ username: string }>(instance.app, instance.client, tally, [
      'GET',
      '/api/session',
    ])
    if (user && user.username !== client.username) tally.wrong.push(`answered as ${user.username}`)
    await sendCountedRequest(instance.app, instance.client, tally, ['GET', '/api/feed?limit=20'])
    const id = [...done.posts].at(-1)
    const post =
      id &&
      (await sendCountedRequest<{ id: string }>(instance.app, instance.client, tally, ['GET', `/api/posts/${id}`]))
    if (post && post.id !== id) tally.wrong.push(`another post than ${id}`)
    await sleep(50)
  }
}

/** Uploads photos, creates and likes posts, edits the profile. Records acknowledged writes. */
async function write(instance: DrillInstance, tally: ResponseTally, isOver: () => boolean) {
  const { done } = instance
  const form = await createPhotoForm(640, 480)
  for (let count = 0; !isOver(); count++) {
    await sendCountedRequest(instance.app, instance.client, tally, [
      'PATCH',
      '/api/profile',
      { fullname: `Amina ${count}`, bio: '' },
    ])
    await sleep(500)
    const photo = await sendCountedRequest<{ id: string }>(instance.app, instance.client, tally, [
      'POST',
      '/api/photos',
      form,
    ])
    if (!photo) continue
    done.photos.add(photo.id)
    const body = { photos: [{ id: photo.id }], caption: 'A dog' }
    const post = await sendCountedRequest<{ id: string }>(instance.app, instance.client, tally, [
      'POST',
      '/api/posts',
      body,
    ])
    if (!post) continue
    done.posts.add(post.id)
    if (await sendCountedRequest(instance.app, instance.client, tally, ['PUT', `/api/posts/${post.id}/like`]))
      done.likes.add(post.id)
  }
}

/** Runs readers, writers, uploads and streams on an instance until `stop`. */
export function startLoad(instance: DrillInstance) {
  const tally = createResponseTally()
  let over = false
  const isOver = () => over
  const many = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)
  const working = Promise.all([
    ...many(readers, () => read(instance, tally, isOver)),
    ...many(writers, () => write(instance, tally, isOver)),
  ])
  const followers = Array.from({ length: streams }, () => openFollowerStream(instance.app.origin, instance.client))
  return {
    tally,
    stop: async () => {
      over = true
      for (const { close } of followers) close()
      await working
    },
  }
}
