import { expect, it } from 'vitest'
import { loadedFilesRecorder } from '#testing/loaded-files.ts'

const { loadedBy } = loadedFilesRecorder()

/** Returns the files that `npm start` has loaded when the app is ready. */
const loadedAtStart = () =>
  loadedBy({ file: new URL('../../../tools/check-node.mjs', import.meta.url), words: ['start'] })

// Modules that do not load at the start. Each key gives the reason. docs/scaling.md gives the cost of each module.
const elsewhere = {
  'child processes decode images': /node_modules\/(sharp|libheif-js|@img)\//,
  'Stripe loads on the first payment': /node_modules\/stripe\//,
  'mail is sent in production only': /node_modules\/nodemailer\//,
  'photos are stored on the disk': /node_modules\/aws4fetch\/|platform\/s3-/,
  'proof of work runs during attacks only': /node_modules\/altcha-lib\//,
  'tracing is off': /node_modules\/@opentelemetry\//,
  'processes wake each other by NOTIFY': /node_modules\/(@nats-io|tweetnacl)\/|platform\/nats\.ts/,
  'metrics load on the first request for them': /node_modules\/prom-client\//,
  'serializers compile on the first response': /node_modules\/(ajv|ajv-formats|fast-json-stringify\/index)\b/,
  'an earlier start has stripped the types': /internal\/deps\/amaro/,
  'no request goes out': /internal\/deps\/undici/,
}

it('`npm start` loads no module that the first request does not need', async () => {
  await loadedAtStart() // The first start fills Node's compile cache.
  const loaded = await loadedAtStart()
  expect(loaded.length).toBeGreaterThan(500)
  expect(loaded.some((file) => file.endsWith('/features/media/routes.ts'))).toBe(true)
  const found = Object.values(elsewhere).flatMap((pattern) => loaded.filter((file) => pattern.test(file)))
  expect(found).toEqual([])
}, 60_000)
