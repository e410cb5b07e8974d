import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SocketConnection, startEmbedded } from '@pawtrait/postgres/embedded.ts'
import { expect, it } from 'vitest'
import { startApp } from './app.ts'
import { createApiClient } from './client.ts'

type Line = { level: string; event: string; stack?: string; repeated?: number; of?: string; times?: number }

const urlOf = ({ host, port, user, password = '', database }: SocketConnection) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`

it('the app logs a PostgreSQL outage in a few lines: first error, counts and end of the outage', {
  timeout: 180_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-outage-'))
  let postgres = await startEmbedded({ dataDir })
  const [DATABASE_URL, MIGRATION_DATABASE_URL] = (['app', 'owner'] as const).map((role) =>
    urlOf(postgres.connection(role)),
  )
  const app = await startApp({ DATABASE_URL: DATABASE_URL ?? '', MIGRATION_DATABASE_URL: MIGRATION_DATABASE_URL ?? '' })
  const logged = () =>
    app
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
  try {
    const client = await createApiClient(app, 'amina')
    const before = logged().length
    await postgres.stop()
    let refused = 0
    // Simulates an outage of ten seconds under normal load, in which about 300 requests fail.
    while (refused < 300) if ((await client.call(app, 'GET', '/api/session')).status === 503) refused++
    const during = () => logged().slice(before)
    const counted = () => during().filter(({ event, repeated }) => event === 'database' && repeated)
    await expect.poll(() => counted().length, { timeout: 60_000 }).toBeGreaterThan(0)
    postgres = await startEmbedded({ dataDir })
    await expect.poll(async () => (await client.call(app, 'GET', '/api/session')).status, { timeout: 60_000 }).toBe(200)
    const ended = () => during().find(({ event, of }) => event === 'error-ended' && of === 'database')
    await expect.poll(ended, { timeout: 60_000 }).toBeDefined()
    expect(ended()?.times).toBeGreaterThanOrEqual(200)
    const errors = during().filter(({ level }) => level === 'error')
    expect(errors.length).toBeLessThan(60)
    expect(errors.filter(({ stack }) => stack).length).toBeLessThan(30)
  } finally {
    await app.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
