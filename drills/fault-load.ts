import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPhotoForm } from '../e2e/client.ts'
import type { Instance } from './fault-instance.ts'

/** What the load was answered; times as of `performance.now()`. */
export type Tally = {
  answered: number
  /** Said in our envelope, with when to try again or that there is no room. */
  refused: number
  /** No answer at all: the connection was refused or broke off. */
  cut: number
  wrong: string[]
  /** When something was refused or cut. */
  troubles: number[]
}

const readers = 6
const makers = 2
const streams = 4
const answersWithinMs = 30_000

/** Whether an answer says in our envelope that it is not possible now. */
export async function isRefusal(answer: Response): Promise<boolean> {
  const isOurs = answer.headers.get('content-type')?.startsWith('application/problem+json')
  const { code } = isOurs ? ((await answer.clone().json()) as { code?: string }) : {}
  return (code === 'unavailable' && answer.headers.has('retry-after')) || code === 'storage-full'
}

/** Asks once; undefined when it was refused or cut, which is counted. */
async function ask<T>(
  { app, client }: Instance,
  tally: Tally,
  [method, path, body]: [string, string, (object | FormData)?],
): Promise<T | undefined> {
  const trouble = async (what: 'refused' | 'cut') => {
    tally[what]++
    tally.troubles.push(performance.now())
    await sleep(100) // a client that is refused does not ask again at once
    return undefined
  }
  const asked = client.call(app, method, path, body).then(async (answer) => {
    if (answer.ok) return (await answer.json()) as T
    if (await isRefusal(answer)) return trouble('refused')
    tally.wrong.push(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 160)}`)
    return undefined
  })
  const late = sleep(answersWithinMs, 'late' as const, { ref: false })
  const found = await Promise.race([asked, late]).catch((error: unknown) => {
    if (error instanceof TypeError || error instanceof SyntaxError) return trouble('cut') // also in the middle of JSON
    throw error
  })
  if (found === 'late') {
    tally.wrong.push(`${method} ${path}: no answer within ${answersWithinMs} ms`)
    return undefined
  }
  if (found !== undefined) tally.answered++
  return found
}

/** Asks who is logged in, for the feed and for what was acknowledged: each must be there and one's own. */
async function read(instance: Instance, tally: Tally, isOver: () => boolean) {
  const { client, done } = instance
  while (!isOver()) {
    const user = await ask<{ username: string }>(instance, tally, ['GET', '/api/session'])
    if (user && user.username !== client.username) tally.wrong.push(`answered as ${user.username}`)
    await ask(instance, tally, ['GET', '/api/feed?limit=20'])
    const id = [...done.posts].at(-1)
    const post = id && (await ask<{ id: string }>(instance, tally, ['GET', `/api/posts/${id}`]))
    if (post && post.id !== id) tally.wrong.push(`another post than ${id}`)
    await sleep(50)
  }
}

/** Uploads, posts, likes and edits the profile; notes what was acknowledged. */
async function make(instance: Instance, tally: Tally, isOver: () => boolean) {
  const { done } = instance
  const form = await aPhotoForm(640, 480)
  for (let count = 0; !isOver(); count++) {
    await ask(instance, tally, ['PATCH', '/api/profile', { fullname: `Amina ${count}`, bio: '' }])
    await sleep(500)
    const photo = await ask<{ id: string }>(instance, tally, ['POST', '/api/photos', form])
    if (!photo) continue
    done.photos.add(photo.id)
    const body = { photos: [{ id: photo.id }], caption: 'A dog' }
    const post = await ask<{ id: string }>(instance, tally, ['POST', '/api/posts', body])
    if (!post) continue
    done.posts.add(post.id)
    if (await ask(instance, tally, ['PUT', `/api/posts/${post.id}/like`])) done.likes.add(post.id)
  }
}

/** Keeps an event stream open, as a browser does; comes back after a break. */
async function listen(instance: Instance, isOver: () => boolean) {
  while (!isOver()) {
    const asked = request(`${instance.app.origin}/api/events`, { headers: { cookie: instance.client.cookie } })
    const ended = new Promise<void>((resolve) => {
      asked.on('error', () => resolve())
      asked.on('response', (answer) => answer.on('close', resolve).resume())
    })
    asked.end()
    while (!isOver() && !(await Promise.race([ended.then(() => true), sleep(200, false)]))) {}
    asked.destroy()
    await sleep(300)
  }
}

/** Puts people who read, write, upload and listen on an instance, until `stop`. */
export function startLoad(instance: Instance) {
  const tally: Tally = { answered: 0, refused: 0, cut: 0, wrong: [], troubles: [] }
  let over = false
  const isOver = () => over
  const many = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)
  const working = Promise.all([
    ...many(readers, () => read(instance, tally, isOver)),
    ...many(makers, () => make(instance, tally, isOver)),
    ...many(streams, () => listen(instance, isOver)),
  ])
  return {
    tally,
    stop: async () => {
      over = true
      await working
    },
  }
}

/** The longest time from a blow to the last refusal or break before the next one, in ms. */
export function longestTrouble(blows: number[], troubles: number[]): number {
  const lasted = blows.map((blow, n) => {
    const own = troubles.filter((at) => at >= blow && at < (blows[n + 1] ?? Number.POSITIVE_INFINITY))
    return own.length > 0 ? Math.max(...own) - blow : 0
  })
  return Math.max(...lasted)
}
