import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startApp } from './app.ts'
import { aClient, aPhotoForm } from './client.ts'
import { surviveKills } from './kills.ts'
import { surviveKillsWhilePaying } from './pay-kills.ts'

describe('the app is killed while photos are uploaded, posted and liked', () => {
  it('F01, F03: nothing acknowledged is lost and nothing is there by half', { timeout: 120_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-kills-'))
    try {
      const done = await surviveKills(dataDir, 3, (round) => round % 2 === 1)
      expect(done.likes).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('the app is killed while people pay', () => {
  it('P05, F02: whoever is charged has Premium within two minutes, once', { timeout: 240_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-pay-'))
    try {
      const { charged } = await surviveKillsWhilePaying(dataDir, 3)
      expect(charged).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('the app is told to stop under load', () => {
  it('F07: answers everything that was asked before, and ends within 10 s of the last answer', async () => {
    const app = await startApp()
    try {
      // Whoever logs in anew ends the session they had: that of another is not used for anything else.
      const [client, other] = [await aClient(app, 'amina'), await aClient(app, 'ben')]
      const form = await aPhotoForm(3000, 2000)
      const photo = (await (await client.call(app, 'POST', '/api/photos', form)).json()) as { id: string }
      const words = { photos: [{ id: photo.id }], caption: 'A dog' }
      const logIn = { usernameOrEmail: 'ben', zipcode: '00100' }
      let sent = 0
      subscribe('undici:client:sendHeaders', () => sent++)
      const asked = Array.from({ length: 8 }, () => [
        client.call(app, 'POST', '/api/photos', form),
        other.call(app, 'POST', '/users', logIn),
        client.call(app, 'GET', '/dashboard'),
      ]).flat()
      asked.push(client.call(app, 'POST', '/api/posts', words))
      await expect.poll(() => sent).toBe(asked.length)
      // A busy machine reads them late. What is asked after them is answered after they were read.
      for (let round = 0; round < 2; round++) await (await fetch(`${app.origin}/livez`)).text()
      await sleep(400) // most are still being worked on
      let answeredAt = performance.now()
      app.process.kill('SIGTERM')
      const [[code], ...answers] = await Promise.all([
        once(app.process, 'exit'),
        ...asked.map(async (answer) => {
          const said = await answer.then(
            ({ status }) => status,
            (error: Error) => String(error.cause),
          )
          answeredAt = performance.now()
          return said
        }),
      ])
      expect(answers).toEqual([...Array.from({ length: 8 }, () => [201, 200, 200]).flat(), 201])
      expect(code).toBe(0)
      expect(performance.now() - answeredAt).toBeLessThan(10_000)
    } finally {
      await app.stop()
    }
  })
})

describe('a mistake of ours that nothing catches', () => {
  it('F12: is logged, and the process goes on', async () => {
    // A promise nobody waits for rejects inside the running app whenever it gets the signal.
    const fault = "process.on('SIGUSR2', () => void Promise.reject(new Error('let go')))"
    const app = await startApp({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` })
    try {
      app.process.kill('SIGUSR2')
      await expect.poll(app.output).toContain('let go')
      expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
      expect(app.process.exitCode).toBe(null)
    } finally {
      await app.stop()
    }
  })
})
