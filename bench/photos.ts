import { Agent, request } from 'node:http'
import sharp from 'sharp'
import { median } from './load.ts'
import type { ServerProcess } from './processes.ts'
import { sessionToken } from './seed.ts'

export type PhotoFigures = {
  acceptedMs: number
  readyMs: number
  /** Time from the start of the upload until a visitor can read the post. */
  seenMs: number
  /** `readyMs` of a photo with an orientation tag, as in most portrait photos of phones. */
  portraitReadyMs: number
  perSecondAtFour: number
  barePerSecondAtFour: number
  /** 99th percentile of the response time of the feed, in ms, while four photos are processed at once. */
  feedP99Ms: number
  /** Seconds from the end of the load until all its photos have their larger sizes and AVIF. */
  backlogSeconds: number
}

const BARE_SECONDS = 5
const WIDTH = 4032
const HEIGHT = 3024

/** Draws a detailed JPEG of 12 megapixels and about 3 MB, like the photos of phones. */
export async function drawPhonePhoto(seed: number): Promise<Buffer> {
  const small = Buffer.alloc(504 * 378 * 3)
  let state = seed + 1
  for (let at = 0; at < small.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    small[at] = 60 + ((state >>> 16) % 130)
  }
  return sharp(small, { raw: { width: 504, height: 378, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .jpeg({ quality: 93 })
    .toBuffer()
}

const boundary = 'bench-boundary'
const headers = {
  host: '127.0.0.1',
  cookie: `pt_sid=${sessionToken('average')}`,
  'sec-fetch-site': 'same-origin',
}

type Answer = { status: number; body: { id: string; state: string; avifWidths: number[] } }

const visitor = { ...headers, cookie: '' }

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  { body, type = 'application/json', as = headers }: { body?: Buffer; type?: string; as?: typeof headers } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': body.length, 'content-type': type }
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...as, ...length } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if ((answer.statusCode ?? 0) >= 300) reject(new Error(`${path}: ${answer.statusCode} ${text}`))
        else resolve({ status: answer.statusCode ?? 0, body: text ? JSON.parse(text) : {} })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const multipart = (photo: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n` +
        'Content-Type: image/jpeg\r\n\r\n',
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Uploads a photo, posts it and waits until it is ready. Returns the milliseconds until status 201 and until
 * `ready`. Polls every `pollMs`. Polling costs CPU too: four callers that poll every 10 ms would use a whole core.
 */
async function postPhoto(agent: Agent, port: number, photo: Buffer, pollMs: number) {
  const from = performance.now()
  const type = `multipart/form-data; boundary=${boundary}`
  const { body } = await send(agent, port, 'POST', '/api/photos', { body: multipart(photo), type })
  const acceptedMs = performance.now() - from
  const post = Buffer.from(JSON.stringify({ photos: [{ id: body.id, alt: '' }], caption: 'Bench' }))
  const posted = await send(agent, port, 'POST', '/api/posts', { body: post })
  for (let state = body.state; state === 'processing'; ) {
    await pause(pollMs)
    state = (await send(agent, port, 'GET', `/api/photos/${body.id}`)).body.state
  }
  return { id: body.id, post: posted.body.id, from, acceptedMs, readyMs: performance.now() - from }
}

/** Like `postPhoto`, but also waits until a visitor can read the post. */
async function postUntilSeen(agent: Agent, port: number, photo: Buffer) {
  const { post, from, ...posted } = await postPhoto(agent, port, photo, 10)
  const isSeen = () =>
    send(agent, port, 'GET', `/api/posts/${post}`, { as: visitor }).then(
      () => true,
      () => false,
    )
  while (!(await isSeen())) await pause(10)
  return { ...posted, seenMs: performance.now() - from }
}

/**
 * Makes the app's renditions with sharp alone. Decodes once, then writes 1080, 640 and 320 px as WebP (effort 2) and
 * JPEG. Each size is made from the next larger size.
 */
async function renderWithSharp(photo: Buffer): Promise<void> {
  let { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: 1080 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const width of [1080, 640, 320]) {
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const scaled = await sharp(data, { raw }).resize({ width }).raw().toBuffer({ resolveWithObject: true })
    data = scaled.data
    info = scaled.info
    const image = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await Promise.all([image.clone().webp({ effort: 2 }).toBuffer(), image.clone().jpeg({ quality: 82 }).toBuffer()])
  }
}

/** Runs `each` in four concurrent loops for some seconds. Returns the number of completed runs per second. */
async function rateAtFour(seconds: number, each: (at: number) => Promise<unknown>): Promise<number> {
  let at = 0
  const from = performance.now()
  const elapsedSeconds = () => (performance.now() - from) / 1_000
  const caller = async () => {
    while (elapsedSeconds() < seconds) await each(at++)
  }
  await Promise.all(Array.from({ length: 4 }, caller))
  return at / elapsedSeconds()
}

/** Waits until these photos have AVIF files. Returns the waiting time in seconds. */
async function waitForBacklog(agent: Agent, port: number, ids: string[]): Promise<number> {
  const hasAvif = async (id: string) => {
    const { body } = await send(agent, port, 'GET', `/api/photos/${id}`)
    return body.avifWidths.length > 0
  }
  const from = performance.now()
  for (const id of ids) while (!(await hasAvif(id))) await pause(100)
  return (performance.now() - from) / 1_000
}

/**
 * Reads a feed about twenty times a second until `work` ends. Returns the result of `work`, and the 99th percentile of
 * the response time of the feed in ms.
 */
async function withFeedReader<T>(port: number, work: () => Promise<T>): Promise<{ result: T; feedP99Ms: number }> {
  const agent = new Agent({ keepAlive: true })
  const ended = new AbortController()
  const durations: number[] = []
  const watch = async () => {
    while (!ended.signal.aborted) {
      const from = performance.now()
      await send(agent, port, 'GET', '/api/feed?limit=20')
      durations.push(performance.now() - from)
      await pause(50)
    }
  }
  const watching = watch()
  const result = await work()
  ended.abort()
  await watching
  agent.destroy()
  return { result, feedP99Ms: durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0 }
}

/** Measures photos one after the other, then four at once for `seconds`. */
export async function measurePhotos({ port }: ServerProcess, singles: number, seconds: number): Promise<PhotoFigures> {
  sharp.concurrency(1)
  const photos = await Promise.all([1, 2, 3, 4].map(drawPhonePhoto))
  const photoAt = (at: number) => photos[at % photos.length] ?? Buffer.alloc(0)
  const agent = new Agent({ keepAlive: true })
  await postPhoto(agent, port, photoAt(0), 10)
  const uploads = []
  for (let at = 0; at < singles; at++) uploads.push(await postUntilSeen(agent, port, photoAt(at)))
  const portraits = await Promise.all(photos.map((photo) => sharp(photo).withMetadata({ orientation: 6 }).toBuffer()))
  const portraitUploads = []
  for (let at = 0; at < singles; at++)
    portraitUploads.push(await postPhoto(agent, port, portraits[at % portraits.length] ?? Buffer.alloc(0), 10))
  const ids: string[] = []
  const upload = async (at: number) => void ids.push((await postPhoto(agent, port, photoAt(at), 100)).id)
  const { result: perSecondAtFour, feedP99Ms } = await withFeedReader(port, () => rateAtFour(seconds, upload))
  const backlogSeconds = await waitForBacklog(agent, port, ids)
  const barePerSecondAtFour = await rateAtFour(BARE_SECONDS, (at) => renderWithSharp(photoAt(at)))
  agent.destroy()
  return {
    acceptedMs: median(uploads.map(({ acceptedMs }) => acceptedMs)),
    readyMs: median(uploads.map(({ readyMs }) => readyMs)),
    seenMs: median(uploads.map(({ seenMs }) => seenMs)),
    portraitReadyMs: median(portraitUploads.map(({ readyMs }) => readyMs)),
    perSecondAtFour,
    barePerSecondAtFour,
    feedP99Ms,
    backlogSeconds,
  }
}
