import { expect, it } from 'vitest'
import { watchedStarts } from '#testing/loaded-files.ts'

const { loadedBy } = watchedStarts()

/** What `npm start` has loaded when it is ready. */
const loadedAtStart = () =>
  loadedBy({ file: new URL('../../../tools/check-node.mjs', import.meta.url), words: ['start'] })

// Each is loaded where it is first needed, most never: what each costs is told in docs/scaling.md.
const elsewhere = {
  'images are decoded in processes of their own': /node_modules\/(sharp|libheif-js|@img)\//,
  'providers are spoken to when somebody pays': /node_modules\/stripe\//,
  'mail goes out in production': /node_modules\/nodemailer\//,
  'photos lie on the disk': /node_modules\/aws4fetch\/|platform\/s3-/,
  'nobody is attacked': /node_modules\/altcha-lib\//,
  'nobody traces': /node_modules\/@opentelemetry\//,
  'processes wake each other by NOTIFY': /node_modules\/(@nats-io|tweetnacl)\/|platform\/nats\.ts/,
  'metrics are asked for': /node_modules\/prom-client\//,
  'answers are written when somebody has asked': /node_modules\/(ajv|ajv-formats|fast-json-stringify\/index)\b/,
  'types were stripped by an earlier start': /internal\/deps\/amaro/,
  'nobody fetches anything': /internal\/deps\/undici/,
}

it('starts without what no first request needs', async () => {
  await loadedAtStart() // keeps its files without types
  const loaded = await loadedAtStart()
  expect(loaded.length).toBeGreaterThan(500)
  expect(loaded.some((one) => one.endsWith('/features/media/routes.ts'))).toBe(true)
  const found = Object.values(elsewhere).flatMap((which) => loaded.filter((one) => which.test(one)))
  expect(found).toEqual([])
}, 60_000)
