import { setTimeout as sleep } from 'node:timers/promises'
import { listRenditions, type PhotoFiles } from '@pawtrait/contract/photos/photo-renditions.ts'
import { type FollowerStream, openFollowerStream } from '../drills/follower-stream.ts'
import {
  createResponseTally,
  type RequestParts,
  type ResponseTally,
  readBytes,
  sendCountedRequest,
} from '../drills/response-tally.ts'
import { type ApiClient, createApiClient, createPhotoForm } from '../e2e/client.ts'
import type { AcknowledgedWrites } from '../e2e/kills.ts'

const writers = 2
const readers = 4
const streamsOfOne = 10
// Number of concurrent sign-ups. It is small, because each log-in takes a quarter of a second of CPU time.
const signUpsAtOnce = 10

/** `unseen`: acknowledged writes that the user's next read did not show. */
type ClusterTally = ResponseTally & { unseen: string[] }

export type Writer = ApiClient & {
  done: AcknowledgedWrites
  postedAt: Map<string, number>
  /** Photos that were already checked and have all their files. */
  seenWhole: Set<string>
}

/** Simulated users: writers, readers of their own feeds, and event streams of the writers' followers. */
export type SimulatedUsers = {
  origin: string
  writers: Writer[]
  readers: ApiClient[]
  followers: FollowerStream[]
  close: () => void
}

async function followAll(origin: string, client: ApiClient, followed: ApiClient[]) {
  for (const { username } of followed) {
    const found = await client.call({ origin }, 'GET', `/api/users/by-username/${username}`)
    const { id } = (await found.json()) as { id: string }
    const answer = await client.call({ origin }, 'PUT', `/api/users/${id}/follow`)
    if (!answer.ok) throw new Error(`following was answered ${answer.status}`)
  }
}

/** Signs up all users and opens `streams` event streams. */
export async function signUpUsers(origin: string, streams: number): Promise<SimulatedUsers> {
  const many = async (name: string, count: number) => {
    const people: ApiClient[] = []
    for (let n = 0; n < count; n += signUpsAtOnce) {
      const names = Array.from({ length: Math.min(signUpsAtOnce, count - n) }, (_, i) => `${name}${n + i}`)
      people.push(...(await Promise.all(names.map((name) => createApiClient({ origin }, name)))))
    }
    return people
  }
  const listeners = Math.ceil(streams / streamsOfOne)
  const [toWrite, reading, listening] = await Promise.all([
    many('writer', writers),
    many('reader', readers),
    many('listener', listeners),
  ])
  const writing = toWrite.map((client) =>
    // Object.assign keeps the getter `cookie`. A spread would replace the getter with its current value.
    Object.assign(client, {
      done: { photos: new Set<string>(), posts: new Set<string>(), likes: new Set<string>() },
      postedAt: new Map<string, number>(),
      seenWhole: new Set<string>(),
    }),
  )
  for (const client of [...reading, ...listening]) await followAll(origin, client, writing)
  const followers = listening.flatMap((client) =>
    Array.from({ length: streamsOfOne }, () => openFollowerStream(origin, client)),
  )
  const close = () => {
    for (const follower of followers) follower.close()
  }
  return { origin, writers: writing, readers: reading, followers, close }
}

type Post = { id: string; likedByMe: boolean; author: { username: string }; photos: PhotoFiles[] }

/** Changes the user's name, uploads photos, creates and likes posts. Reads the name and likes back from any node. */
async function write(origin: string, person: Writer, tally: ClusterTally, isOver: () => boolean) {
  const { done, postedAt } = person
  const call = <T>(...parts: RequestParts) => sendCountedRequest<T>({ origin }, person, tally, parts)
  const form = await createPhotoForm(320, 240)
  for (let count = 0; !isOver(); count++) {
    const fullname = `Amina ${count} ${Math.round(performance.now())}`
    if (await call('PATCH', '/api/profile', { fullname, bio: '' })) {
      const me = await call<{ fullname: string }>('GET', '/api/session')
      if (me && me.fullname !== fullname) tally.unseen.push(`the name ${fullname} of ${person.username}`)
    }
    await sleep(200)
    const photo = await call<{ id: string }>('POST', '/api/photos', form)
    if (!photo) continue
    done.photos.add(photo.id)
    const post = await call<Post>('POST', '/api/posts', { photos: [{ id: photo.id }], caption: 'A dog' })
    if (!post) continue
    done.posts.add(post.id)
    postedAt.set(post.id, performance.now())
    if (!(await call('PUT', `/api/posts/${post.id}/like`))) continue
    done.likes.add(post.id)
    const seen = await call<Post>('GET', `/api/posts/${post.id}`)
    if (seen && !seen.likedByMe) tally.unseen.push(`the like of ${post.id}`)
  }
}

/** Loads a random photo of the feed. Counts an incomplete file as wrong. */
async function loadPhoto(origin: string, person: ApiClient, tally: ResponseTally, posts: Post[]) {
  const photos = posts.flatMap((post) => post.photos)
  const photo = photos[Math.floor(Math.random() * photos.length)]
  const [smallest] = photo ? listRenditions(photo, 'webp') : []
  if (!smallest) return
  const file = await sendCountedRequest({ origin }, person, tally, ['GET', smallest.src], readBytes)
  if (file && !isWhole(file)) tally.wrong.push(`${smallest.src} is not whole`)
}

/** Returns whether a WebP file is as long as its header says. */
const isWhole = (file: Buffer) => file.length > 12 && file.readUInt32LE(4) + 8 === file.length

/** Reads session and feed, and loads a photo. Counts data of another user as wrong. */
async function read(origin: string, person: ApiClient, tally: ResponseTally, isOver: () => boolean) {
  while (!isOver()) {
    const me = await sendCountedRequest<{ username: string }>({ origin }, person, tally, ['GET', '/api/session'])
    if (me && me.username !== person.username) tally.wrong.push(`${person.username} was answered as ${me.username}`)
    const feed = await sendCountedRequest<{ posts: Post[] }>({ origin }, person, tally, ['GET', '/api/feed?limit=20'])
    const strange = feed?.posts.find(({ author }) => !author.username.startsWith('writer'))
    if (strange) tally.wrong.push(`${person.username} was shown a post of ${strange.author.username}`)
    if (feed) await loadPhoto(origin, person, tally, feed.posts)
    await sleep(50)
  }
}

/** Runs all simulated users until `stop` is called. */
export function startLoad({ origin, writers: writing, readers: reading }: SimulatedUsers) {
  const tally: ClusterTally = { ...createResponseTally(), unseen: [] }
  let over = false
  const isOver = () => over
  const working = Promise.all([
    ...writing.map((client) => write(origin, client, tally, isOver)),
    ...reading.map((client) => read(origin, client, tally, isOver)),
  ])
  return {
    tally,
    stop: async () => {
      over = true
      await working
    },
  }
}
