import { spawn } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { NetworkAccess } from '../apps/server/src/platform/security/fetch-public.ts'
import { buildPushRequest, createPushSender, type PushTarget } from '../apps/server/src/platform/web-push/send-push.ts'
import { generateVapidKey, importVapidKey } from '../apps/server/src/platform/web-push/vapid.ts'

/** Push messages per second of CPU time. `sent` includes HTTP on reused connections, but no TLS. */
export type PushFigures = { built: number; sent: number }

const browsers = 200
const parallel = 20
const payload = randomBytes(600)
const message = { payload, topic: 'a'.repeat(32), ttlSeconds: 60 }

function createTarget(n: number): PushTarget {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { endpoint: new URL(`https://push.test/${n}`), p256dh: pair.getPublicKey(), auth: randomBytes(16) }
}

/** Runs work for some seconds. Returns how often it ran per second of CPU time. */
async function perCpuSecond(seconds: number, work: (n: number) => Promise<unknown> | object): Promise<number> {
  const before = process.cpuUsage()
  const end = performance.now() + seconds * 1_000
  let count = 0
  const runner = async () => {
    while (performance.now() < end) await work(count++)
  }
  await Promise.all(Array.from({ length: parallel }, runner))
  const { user, system } = process.cpuUsage(before)
  return count / ((user + system) / 1_000_000)
}

/** Measures the sender of push messages: encryption and headers alone, and whole requests on loopback. */
export async function measurePush(seconds: number): Promise<PushFigures> {
  const pair = generateVapidKey()
  const identity = { key: importVapidKey(pair.publicKey, pair.privateKey), contact: 'mailto:bench@pawtrait.org' }
  const targets = Array.from({ length: browsers }, (_, n) => createTarget(n))
  const targetOf = (n: number) => targets[n % browsers] ?? createTarget(n)
  const receiver = spawn(process.execPath, [fileURLToPath(new URL('push-receiver.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(receiver.stdout, 'data')) as [Buffer]
  const port = Number(line)
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  const reach: NetworkAccess = {
    resolve: async () => ['127.0.0.1'],
    mayReach: () => true,
    request: (url, options) => {
      const headers = options.headers as OutgoingHttpHeaders
      return request({ ...options, headers, agent, host: url.hostname, port, path: url.pathname })
    },
  }
  const sender = createPushSender()
  try {
    const built = await perCpuSecond(seconds, (n) => buildPushRequest(targetOf(n), message, 'vapid t=a.b.c, k=d'))
    const sent = await perCpuSecond(seconds, async (n) => {
      const result = await sender.send(targetOf(n), message, { identity, reach, now: new Date() })
      if (result.is !== 'sent') throw new Error(`the receiver answered ${JSON.stringify(result)}`)
    })
    return { built, sent }
  } finally {
    receiver.kill()
  }
}
