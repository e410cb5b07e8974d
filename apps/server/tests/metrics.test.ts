import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openSecondConnection } from '#testing/database/database.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { uploadTestPhoto } from '#testing/photos/photos.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ SEARCH_TIMEOUT_MS: '400' })
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows(query)

/** Returns the value of each series. The keys are names with labels, as in the text format. */
async function readMetrics(): Promise<Record<string, number>> {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

it('/metrics counts requests by route pattern and contains no id, username or address', async () => {
  const user = await aUser(server)
  const post = await aPost(server, user)
  for (let n = 0; n < 3; n++) await server.call(user, 'GET', `/api/posts/${post.id}`)
  await server.call(null, 'GET', `/api/posts/${user.id}`)
  await server.call(null, 'GET', `/nowhere/${user.username}`)
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/posts/:id",status="200"} 3\n')
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/posts/:id",status="404"} 1\n')
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="-",status="404"}')
  for (const secret of [user.id, user.username, user.email, post.id, user.cookie, '127.0.0.1'])
    expect(text).not.toContain(secret)
})

it('/metrics counts database connections in use, waiting requests, and failed statements by reason', async () => {
  const before = await readMetrics()
  const { database } = server.deps
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = Array.from({ length: 10 }, () => database.transaction(() => held))
  const waits = database.rows(sql`select 1`)
  await expect.poll(async () => (await readMetrics())['database_pool_waiting{pool="requests"}']).toBe(1)
  expect((await readMetrics())['database_pool_connections_in_use{pool="requests"}']).toBe(10)
  release()
  await Promise.all([...all, waits])
  await expect(rows(sql`select 1 / 0`)).rejects.toThrow('division')
  await expect(
    database.transaction(async (db) => {
      await db.rows(sql`set local statement_timeout = 20`)
      await db.rows(sql`select pg_sleep(1)`)
    }),
  ).rejects.toThrow('statement timeout')
  const after = await readMetrics()
  const increase = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(after['database_pool_waiting{pool="requests"}']).toBe(0)
  expect(after['database_pool_connections_max{pool="requests"}']).toBe(10)
  expect(increase('database_statement_failures_total{pool="requests",reason="timeout"}')).toBe(1)
  expect(increase('database_statement_failures_total{pool="requests",reason="other"}')).toBe(1)
  expect(increase('database_pool_wait_seconds_count{pool="requests"}')).toBeGreaterThanOrEqual(13)
  expect(increase('database_statement_duration_seconds_count{pool="requests"}')).toBeGreaterThanOrEqual(26)
})

it('/metrics reports number and age of due jobs and events', async () => {
  const { database, jobs, clock } = server.deps
  await server.runJobs()
  const before = (await readMetrics())['outbox_events_total{type="pet-invite-closed",outcome="handled"}'] ?? 0
  await jobs.send(database, 'photo-settled', { photo: '01900000-0000-7000-8000-000000000001' })
  const late = new Date(clock.now().getTime() - 90_000).toISOString()
  await rows(sql`update jobs.job set start_after = ${late}::timestamptz where name = 'photo-settled'`)
  const closed = '{"inviteId": "01900000-0000-7000-8000-000000000003"}'
  await rows(sql`
    insert into events (id, type, data, happened_at, due_at, failures)
    values ('01900000-0000-7000-8000-000000000002', 'pet-invite-closed', ${closed}, ${late}::timestamptz,
      ${late}::timestamptz, 1)`)
  const waiting = await readMetrics()
  expect(waiting).toMatchObject({
    'jobs_due{queue="photo-settled"}': 1,
    'jobs_oldest_due_seconds{queue="photo-settled"}': 90,
    'jobs_late_after_seconds{queue="photo-settled"}': 600,
    'jobs_late_after_seconds{queue="enlarge-photo"}': 43_200,
    outbox_due: 1,
    outbox_lag_seconds: 90,
    outbox_retrying: 1,
    database_up: 1,
  })
  await server.runJobs()
  const done = await readMetrics()
  expect(done['jobs_due{queue="photo-settled"}']).toBeUndefined()
  expect(done).toMatchObject({ outbox_due: 0, outbox_lag_seconds: 0, outbox_retrying: 0 })
  expect(done['outbox_events_total{type="pet-invite-closed",outcome="handled"}']).toBe(before + 1)
})

it('/metrics counts photo uploads and decodings by outcome', async () => {
  const user = await aUser(server)
  const jpeg = await taggedJpeg()
  expect((await uploadTestPhoto(server, user, jpeg)).status).toBe(201)
  await uploadTestPhoto(server, user, Buffer.from('this is no photo, however long it goes on and on'))
  await uploadTestPhoto(server, user, jpeg.subarray(0, jpeg.length / 2))
  await expect
    .poll(async () => (await readMetrics())['decode_duration_seconds_count{kind="accept",outcome="done"}'])
    .toBe(1)
  expect(await readMetrics()).toMatchObject({
    'upload_duration_seconds_count{way="whole",outcome="accepted"}': 1,
    'upload_duration_seconds_count{way="whole",outcome="unsupported-media-type"}': 1,
    'upload_duration_seconds_count{way="whole",outcome="unreadable-photo"}': 1,
    'decode_duration_seconds_count{kind="accept",outcome="unreadable"}': 1,
    'photo_decoders{pool="quick"}': expect.any(Number),
    photos_unfinished: 0,
  })
})

it('/metrics counts hits and misses of the session cache', async () => {
  const user = await aUser(server)
  const before = await readMetrics()
  for (let n = 0; n < 5; n++) await server.call(user, 'GET', '/api/session')
  const after = await readMetrics()
  const increase = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect([increase('cache_misses_total{cache="sessions"}'), increase('cache_hits_total{cache="sessions"}')]).toEqual([
    1, 4,
  ])
  expect(increase('cache_entries{cache="sessions"}')).toBe(1)
})

it('/metrics reports free disk space and open payments', async () => {
  const values = await readMetrics()
  expect(values.data_folder_free_bytes).toBeGreaterThan(0)
  expect(values.data_folder_size_bytes).toBeGreaterThan(values.data_folder_free_bytes ?? 0)
  expect(values).toMatchObject({ 'payments_open{state="pending"}': 0, 'payments_open{state="refund-failed"}': 0 })
})

it('/metrics reports database_up 0 and omits queue metrics if the database does not respond', async () => {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  let locked = () => {}
  let release = () => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const held = new Promise<void>((resolve) => (release = resolve))
  const lock = owner.transaction(async (db) => {
    await db.rows(sql`lock table events in access exclusive mode`)
    locked()
    await held
  })
  await isLocked
  const values = await readMetrics()
  release()
  await lock
  await owner.close()
  expect(values).toMatchObject({ database_up: 0, photos_unfinished: 0 })
  expect(Object.keys(values).filter((name) => name.startsWith('outbox_lag') || name.startsWith('jobs_'))).toEqual([])
  expect(values.data_folder_free_bytes).toBeGreaterThan(0)
  expect((await readMetrics()).database_up).toBe(1)
})
