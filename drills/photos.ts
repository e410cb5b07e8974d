import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPhotoUrls } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import sharp from 'sharp'
import { detailedPicture, taggedJpeg } from '../apps/server/src/testing/photos/images.ts'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { type ApiClient, createApiClient } from '../e2e/client.ts'
import { computeP99, type Drill, requireProgram, runProgram } from './drill.ts'

const unlimited = { PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000' }

export async function withApp<T>(
  use: (app: RunningApp, client: ApiClient) => Promise<T>,
  settings = {},
  command?: [string, ...string[]],
): Promise<T> {
  const app = await startApp({ ...unlimited, ...settings }, command)
  try {
    return await use(app, await createApiClient(app, 'amina'))
  } finally {
    await app.stop()
  }
}

export function uploadPhoto(app: RunningApp, client: ApiClient, bytes: Buffer): Promise<Response> {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(bytes)]), 'photo')
  return client.call(app, 'POST', '/api/photos', form)
}

// Harmless tags that any photo file may have. All other tags may identify a person.
const plain = /^(SourceFile|ExifTool:|File:|System:|RIFF:|WebP:|JFIF:|QuickTime:|PNG:|Meta:|ICC|Composite:|GIF:)/
const personal = /GPS|Owner|Serial|Artist|Copyright|Make|Model|Software|Comment|Keyword|Description|DateTime|XMP|IPTC/i

/** Returns the tags of a file that may identify the photographer. */
async function findPersonalTags(bytes: Buffer): Promise<string[]> {
  const { out } = await runProgram('exiftool', ['-json', '-G0', '-a', '-u', '-'], { input: bytes })
  const [tags = {}] = JSON.parse(out.toString()) as Record<string, unknown>[]
  const colours = (tag: string) => tag.startsWith('ICC')
  return Object.keys(tags).filter(
    (tag) => !colours(tag) && (!plain.test(tag) || personal.test(tag.replace(/^\w+:/, ''))),
  )
}

async function metadata(): Promise<string> {
  requireProgram('exiftool')
  const tagged = await taggedJpeg(6)
  const before = (await findPersonalTags(tagged)).length
  if (before < 10) throw new Error(`the tagged photo itself has only ${before} tags`)
  return withApp(async (app, client) => {
    const uploaded = (await (await uploadPhoto(app, client, tagged)).json()) as OwnPhoto
    let photo = uploaded
    while (photo.avifWidths.length === 0) {
      await sleep(200)
      photo = (await (await client.call(app, 'GET', `/api/photos/${uploaded.id}`)).json()) as OwnPhoto
    }
    const files = [`/api/photos/${uploaded.id}/original`, ...listPhotoUrls(photo)]
    for (const file of files) {
      const answer = await client.call(app, 'GET', file)
      const found = await findPersonalTags(Buffer.from(await answer.arrayBuffer()))
      if (!answer.ok || found.length > 0) throw new Error(`${file} tells ${found.join(', ')} (${answer.status})`)
    }
    return `${before} telling tags in, 0 in each of ${files.length} files out`
  })
}

async function samples(): Promise<Buffer[]> {
  const small = detailedPicture(1, 240, 180)
  return Promise.all([
    small.clone().jpeg().toBuffer(),
    small.clone().png().toBuffer(),
    small.clone().webp().toBuffer(),
    sharp(await small.clone().png().toBuffer())
      .gif()
      .toBuffer(),
    small.clone().avif({ effort: 0 }).toBuffer(),
    readFile(new URL('../apps/server/src/testing/photos/dog.heic', import.meta.url)),
  ])
}

/** Returns the peak memory of each decoder of the app in MB, by process id. */
function decoders({ process: { pid } }: RunningApp): Map<string, number> {
  const text = (path: string) => {
    try {
      return readFileSync(`/proc/${path}`, 'utf8')
    } catch {
      return '' // The process has ended since it was listed.
    }
  }
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    text(`${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  )
  const ours = children.filter((child) => text(`${child}/cmdline`).includes('decode-worker'))
  return new Map(ours.map((child) => [child, Number(/^VmHWM:\s+(\d+) kB/m.exec(text(`${child}/status`))?.[1]) / 1024]))
}

/** Returns the number of decoders that ended while they decoded a photo: by a crash or at a resource limit. */
async function endedDecoders(app: RunningApp): Promise<number> {
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  const counts = [...metrics.matchAll(/^decode_duration_seconds_count\{.*outcome="(\w[\w-]*)"\} (\d+)$/gm)]
  if (counts.length === 0) throw new Error('no decoder has been counted')
  const own = new Set(['done', 'unreadable'])
  return counts.reduce((sum, [, outcome = '', count]) => (own.has(outcome) ? sum : sum + Number(count)), 0)
}

const DAMAGES = [0.0001, 0.001, 0.01, 0.04]

async function damaged(original: Buffer, n: number, folder: string): Promise<Buffer> {
  const file = join(folder, 'photo')
  writeFileSync(file, original)
  const ratio = DAMAGES[n % DAMAGES.length]
  return (await runProgram('zzuf', ['-s', String(n), '-r', String(ratio), 'cat', file])).out
}

/**
 * Uploads damaged copies of photos in all formats. The app must accept or refuse each copy. `DRILL_MUTATIONS` sets the
 * number of copies. The default, 10,000, takes eight minutes.
 */
async function mutations(): Promise<string> {
  requireProgram('zzuf')
  const times = Number(process.env.DRILL_MUTATIONS ?? '10000')
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-zzuf-'))
  const originals = await samples()
  try {
    return await withApp(async (app, first) => {
      let client = first
      const [statuses, took, memory] = [new Map<number, number>(), [] as number[], new Map<string, number>()]
      for (let n = 0; n < times; n++) {
        // The app allows a user sixty refused files an hour.
        if (n % 50 === 49) client = await createApiClient(app, `amina${n}`)
        const bytes = await damaged(originals[n % originals.length] ?? Buffer.alloc(0), n, folder)
        const from = performance.now()
        const { status } = await uploadPhoto(app, client, bytes)
        took.push(performance.now() - from)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (![201, 413, 415, 422].includes(status)) throw new Error(`mutation ${n} was answered with ${status}`)
        for (const [child, peak] of decoders(app)) memory.set(child, peak)
      }
      if ((await fetch(`${app.origin}/readyz`)).status !== 200) throw new Error('the app is not ready any more')
      const ended = await endedDecoders(app)
      if (ended > 0) throw new Error(`${ended} decoders were ended by a photo`)
      const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
      const most = `p99 ${computeP99(took).toFixed(0)} ms, worst ${Math.max(...took).toFixed(0)} ms`
      const megabytes = Math.max(...memory.values()).toFixed(0)
      return `${times} mutations: ${counts}; ${most}, at most ${megabytes} MB in a decoder, none ended by a photo`
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Drills that upload photos with private metadata, and damaged photos. */
export const photoDrills: Drill[] = [
  { name: 'U08 metadata by exiftool', run: metadata },
  { name: 'U11 damaged photos by zzuf', run: mutations },
]
