import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawnScene } from '../apps/server/src/testing/photos/images.ts'
import type { RunningApp } from '../e2e/app.ts'
import type { ApiClient } from '../e2e/client.ts'
import type { Drill } from './drill.ts'
import { uploadPhoto, withApp } from './photos.ts'
import { readRssMb } from './streams.ts'

// Waiting time in ms before each memory measurement. Idle decoders end after a minute, so no idle decoder remains.
const coolDownMs = 65_000

type Act = (app: RunningApp, client: ApiClient) => Promise<Response>

async function acts(): Promise<Act[]> {
  const photo = await drawnScene(1600, 1200).jpeg().toBuffer()
  const broken = Buffer.from(photo)
  randomBytes(200).copy(broken, 4_000)
  const json = (body: string, path = '/users'): Act => {
    const headers = (origin: string) => ({ origin, 'content-type': 'application/json' })
    return ({ origin }) => fetch(origin + path, { method: 'POST', headers: headers(origin), body })
  }
  const read =
    (path: () => string): Act =>
    (app, client) =>
      client.call(app, 'GET', path())
  return [
    json('{"usernameOrEmail":"amina","zipcode":"00101"}'),
    json('{"usernameOrEmail":'),
    json(JSON.stringify({ usernameOrEmail: 'a'.repeat(200_000), zipcode: '1' })),
    read(() => '/api/feed?limit=50'),
    read(() => `/api/feed?cursor=${randomBytes(30).toString('base64url')}`),
    read(() => `/api/search?q=${randomBytes(6).toString('hex')}&type=post`),
    read(() => `/media/${randomBytes(16).toString('hex')}/640.webp`),
    read(() => `/@${randomBytes(8).toString('hex')}`),
    (app, client) => uploadPhoto(app, client, photo),
    (app, client) => uploadPhoto(app, client, broken),
    (app, client) => uploadPhoto(app, client, randomBytes(500_000)),
    async (app, client) => {
      const leave = new AbortController()
      const headers = { cookie: client.cookie }
      const answer = await fetch(`${app.origin}/api/events`, { headers, signal: leave.signal })
      leave.abort()
      return new Response(null, { status: answer.status })
    },
  ]
}

async function mixedAbuse(): Promise<string> {
  const minutes = Number(process.env.DRILL_MINUTES ?? '60')
  const all = await acts()
  return withApp(async (app, client) => {
    let [done, refused, broken] = [0, 0, 0]
    const until = async (end: number) => {
      while (performance.now() < end) {
        const answer = await all[Math.floor(Math.random() * all.length)]?.(app, client)
        await answer?.arrayBuffer()
        // Does not count as broken: an overloaded server sheds load with Retry-After to bound its memory.
        if (answer?.status === 503 && answer.headers.has('retry-after')) refused++
        else if ((answer?.status ?? 500) >= 500) broken++
        done++
      }
    }
    const runAbuse = (forMs: number) => {
      const end = performance.now() + forMs
      return Promise.all(Array.from({ length: 6 }, () => until(end)))
    }
    await runAbuse(Math.max(60_000, minutes * 3_000))
    await sleep(coolDownMs)
    const warm = readRssMb(app.process.pid)
    await runAbuse(minutes * 60_000)
    await sleep(coolDownMs)
    const after = readRssMb(app.process.pid)
    const memory = `${warm.toFixed(0)} MB warm, ${after.toFixed(0)} MB after`
    const figures = `${minutes} minutes, ${done} requests, ${refused} refused with 503: ${memory}`
    if (broken > 0) throw new Error(`${broken} answers above 499; ${figures}`)
    if (refused > done / 10) throw new Error(`more than a tenth was refused; ${figures}`)
    if (after > warm * 1.2) throw new Error(figures)
    return figures
  })
}

/** Drill that sends abusive requests of all kinds for `DRILL_MINUTES`. Fails if the server's memory keeps growing. */
export const abuseDrills: Drill[] = [{ name: 'F11 memory under mixed abuse', run: mixedAbuse }]
