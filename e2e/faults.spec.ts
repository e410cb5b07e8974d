import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createDataDir, type RunningApp, startApp } from './app.ts'
import { createApiClient, createPhotoForm } from './client.ts'
import { assertAppSurvivesKills } from './kills.ts'
import { assertPaymentsSurviveKills } from './payment-kills.ts'
import { childPids, readCommand, sendSignal } from './processes.ts'

// These tests run concurrently, because they mostly wait. Each test uses the `expect` of its context, because
// `expect.poll` of the imported `expect` fails in concurrent tests.
describe.concurrent('app killed during uploads, posts and likes (security checks F01 and F03)', () => {
  it('retains every acknowledged write and shows no partial write', { timeout: 120_000 }, async ({ expect }) => {
    const dataDir = createDataDir()
    try {
      const done = await assertAppSurvivesKills(dataDir, 3, (round) => round % 2 === 1)
      expect(done.likes).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe.concurrent('app killed during M-Pesa payments (security checks P05 and F02)', () => {
  it('gives each charged user Premium exactly once within two minutes', { timeout: 240_000 }, async ({ expect }) => {
    const dataDir = createDataDir()
    try {
      const { charged } = await assertPaymentsSurviveKills(dataDir, 3)
      expect(charged).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe.concurrent('SIGTERM with suspended decoders, an open upload and an open event stream', () => {
  it('ends the app within ten seconds; after a restart, the queued photo becomes ready (security check F07)', {
    timeout: 180_000,
  }, async ({ expect }) => {
    const dataDir = createDataDir()
    const first = await startApp({ DATA_DIR: dataDir })
    let next: RunningApp | undefined
    const decoders = () => childPids(first.process.pid ?? 0).filter((pid) => readCommand(pid).includes('decode-worker'))
    let stopped: number[] = []
    try {
      const client = await createApiClient(first, 'amina')
      const form = await createPhotoForm(3000, 2000)
      const photo = (await (await client.call(first, 'POST', '/api/photos', form)).json()) as { id: string }
      // Stopped decoders simulate a long queue of photos. An upload and an event stream stay open.
      stopped = decoders()
      sendSignal(stopped, 'SIGSTOP')
      expect(stopped).not.toEqual([])
      const upload = client.call(first, 'POST', '/api/photos', form).catch(() => undefined)
      const stream = await client.call(first, 'GET', '/api/events')
      const signalledAt = performance.now()
      first.process.kill('SIGTERM')
      await once(first.process, 'exit')
      // The limit is ten seconds, plus five for a busy machine. A shutdown that waits for the stopped decoders would
      // take a minute.
      expect(performance.now() - signalledAt).toBeLessThan(15_000)
      await Promise.all([upload, stream.text().catch(() => '')])
      next = await startApp({ DATA_DIR: dataDir })
      const app = next
      const state = async () =>
        ((await (await client.call(app, 'GET', `/api/photos/${photo.id}`)).json()) as { state: string }).state
      await expect.poll(state, { timeout: 90_000 }).toBe('ready')
    } finally {
      sendSignal(stopped, 'SIGKILL')
      await first.stop()
      await next?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('SIGTERM under load', () => {
  it('responds to all earlier requests, and then ends the app within 10 s (security check F07)', async () => {
    const app = await startApp()
    try {
      // Another user sends the log-ins, because a log-in ends the earlier session of its user.
      const [client, other] = [await createApiClient(app, 'amina'), await createApiClient(app, 'ben')]
      const form = await createPhotoForm(3000, 2000)
      const photo = (await (await client.call(app, 'POST', '/api/photos', form)).json()) as { id: string }
      const words = { photos: [{ id: photo.id }], caption: 'A dog' }
      const logIn = { usernameOrEmail: 'ben', zipcode: '00100' }
      let sent = 0
      subscribe('undici:client:sendHeaders', () => sent++)
      const requests = Array.from({ length: 8 }, () => [
        client.call(app, 'POST', '/api/photos', form),
        other.call(app, 'POST', '/users', logIn),
        client.call(app, 'GET', '/dashboard'),
      ]).flat()
      requests.push(client.call(app, 'POST', '/api/posts', words))
      await expect.poll(() => sent).toBe(requests.length)
      // A busy app may read these requests late. Once it has responded to two later health checks, it has read the
      // requests.
      for (let round = 0; round < 2; round++) await (await fetch(`${app.origin}/livez`)).text()
      await sleep(400) // After this time, the app is processing most of the requests.
      let answeredAt = performance.now()
      app.process.kill('SIGTERM')
      const [[code], ...answers] = await Promise.all([
        once(app.process, 'exit'),
        ...requests.map(async (answer) => {
          const outcome = await answer.then(
            ({ status }) => status,
            (error: Error) => String(error.cause),
          )
          answeredAt = performance.now()
          return outcome
        }),
      ])
      // The app responds with 503 when it does not decode a photo within six seconds, which happens on a busy machine.
      const taken = expect.toBeOneOf([201, 503])
      expect(answers).toEqual([...Array.from({ length: 8 }, () => [taken, 200, 200]).flat(), 201])
      expect(code).toBe(0)
      expect(performance.now() - answeredAt).toBeLessThan(10_000)
    } finally {
      await app.stop()
    }
  })
})
