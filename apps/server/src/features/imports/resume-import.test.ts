import type { ImportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { anArchivedPhoto, aPostRow, formatExportRows, getImport, sendArchive } from '#testing/imports.ts'
import { serverForFile } from '#testing/server.ts'
import { createZip } from '#testing/zip.ts'
import { runImport } from './run-import.ts'

const server = serverForFile()
const runImportJob = (id: ImportId) => runImport(createContext(server.deps, systemCaller), id)

/** Returns an archive of `posts` posts, dated a day apart. A photo of the second post is missing. */
async function createArchive(posts: number) {
  const archived = await Promise.all(Array.from({ length: posts }, () => anArchivedPhoto()))
  const files = Object.assign({}, ...archived.map((photo) => photo.files))
  const missingPicture = (await anArchivedPhoto()).picture
  const rows = archived.map(({ picture }, at) =>
    aPostRow(at === 1 ? [picture, missingPicture] : [picture], {
      caption: `${at} @friend`,
      postedAt: new Date(Date.UTC(2024, 4, 1 + at)).toISOString(),
    }),
  )
  return createZip({ ...files, 'posts.json': formatExportRows(rows) })
}

const selectCaptions = async (user: TestUser) =>
  (
    await server.deps.database.rows<{ caption: string }>(sql`
      select caption from posts where author_id = ${user.id} and is_ready order by id`)
  ).map(({ caption }) => caption.slice(0, 1))

let restore = () => {}
afterEach(() => restore())

/** Delays storing the original with the number `position` (counted from 1) until `release` is called. */
function blockOriginal(position: number) {
  const { storage } = server.deps
  const { put } = storage
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let originals = 0
  storage.put = async (name, content) => {
    if (!name.includes('-') && !name.endsWith('.zip') && ++originals === position) {
      held.resolve()
      await released.promise
    }
    return put(name, content)
  }
  restore = () => {
    storage.put = put
  }
  return { held: held.promise, release: released.resolve }
}

it('import resumes after a stuck run, and creates no duplicates when the stuck run continues', async () => {
  const user = await aUser(server)
  const { id } = (await sendArchive(server, user, await createArchive(4))).body
  const { held, release } = blockOriginal(3)
  const first = runImportJob(id)
  await held
  expect(await selectCaptions(user)).toEqual(['0', '1'])
  const partialImport = (await getImport(server, user, id)).body
  expect(partialImport).toMatchObject({ state: 'running', posts: 2, photos: 2, skippedCount: 1 })
  expect(partialImport.progress).toBeGreaterThan(0)
  await runImportJob(id)
  const dataImport = (await getImport(server, user, id)).body
  expect(dataImport).toMatchObject({ state: 'done', posts: 4, photos: 4, alreadyHere: 0, skippedCount: 1 })
  release()
  await first
  expect(await selectCaptions(user)).toEqual(['0', '1', '2', '3'])
  expect((await getImport(server, user, id)).body).toEqual(dataImport)
  await server.runJobs()
  expect((await getImport(server, user, id)).body).toEqual(dataImport)
})

it('import sends no notification, live message or event', async () => {
  const [user, follower] = [await aUser(server), await aUser(server, { username: 'friend' })]
  await givenFollow(server, follower, user)
  const { live } = server.deps
  const { announce, send } = live
  const sentMessages: string[] = []
  live.announce = async (db, topic, data) => void sentMessages.push(topic, String(await announce(db, topic, data)))
  live.send = async (db, to, message) => void sentMessages.push('live', String(await send(db, to, message)))
  restore = () => Object.assign(live, { announce, send })
  const { id } = (await sendArchive(server, user, await createArchive(2))).body
  await server.runJobs()
  expect((await getImport(server, user, id)).body).toMatchObject({ state: 'done', posts: 2 })
  expect(sentMessages).toEqual([])
  await aPost(server, user, { caption: 'by hand' })
  expect(sentMessages).toContain('post-arrived')
  const notices = await server.deps.database.rows(sql`select 1 from notifications where user_id = ${follower.id}`)
  expect(notices).toEqual([])
})

it('import skips a row after its third failure and imports the other rows', async () => {
  const user = await aUser(server)
  const { id } = (await sendArchive(server, user, await createArchive(3))).body
  const { storage } = server.deps
  const { put } = storage
  let attempts = 0
  storage.put = async (name, content) => {
    if (!name.includes('-') && ++attempts >= 2 && attempts <= 4) throw new Error('this one cannot be kept')
    return put(name, content)
  }
  restore = () => {
    storage.put = put
  }
  await expect(runImportJob(id)).rejects.toThrow('cannot be kept')
  await expect(runImportJob(id)).rejects.toThrow('cannot be kept')
  await runImportJob(id)
  const dataImport = (await getImport(server, user, id)).body
  expect(dataImport).toMatchObject({ state: 'done', posts: 2, skipped: [{ file: 'posts.json', reason: 'failed' }] })
  expect(await selectCaptions(user)).toEqual(['0', '2'])
})

it('import with a missing archive fails after eight runs', async () => {
  const user = await aUser(server)
  const { id } = (await sendArchive(server, user, await createArchive(1))).body
  await server.deps.database.rows(sql`update imports set archive = ${`${'0'.repeat(32)}.zip`} where id = ${id}`)
  for (let runs = 1; runs < 8; runs++) await expect(runImportJob(id)).rejects.toThrow('not in the storage')
  await runImportJob(id)
  expect((await getImport(server, user, id)).body).toMatchObject({ state: 'failed', failure: 'trouble' })
})
