import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { StatementWithPhotos } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { countLockWaits } from '#testing/database/database.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { detailedPicture } from '#testing/photos/images.ts'
import { listRenditionFiles, readyPhoto, runInTransaction, uploadTestPhoto } from '#testing/photos/photos.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { deleteReportedRenderings } from './reported-photos.ts'

const server = serverForFile({ PHOTOS_PER_DAY: '100' })

let pictures = 7000
const aPicture = () =>
  detailedPicture((pictures += 1), 900, 700)
    .jpeg()
    .toBuffer()

type Desk = Awaited<ReturnType<typeof aModerator>>
const readReport = async ({ browser }: Desk, report: string) =>
  (await browser.call<ReportDetails>('GET', `/api/moderation/reports/${report}`)).body
const readPhotoStatus = async ({ browser }: Desk, report: string, photo: string) =>
  (await browser.call('GET', `/api/moderation/reports/${report}/photos/${photo}`)).status
const selectMediaName = async (id: PhotoId) =>
  (await server.deps.database.row<{ name: string }>(sql`select name from photos where id = ${id}`))?.name ?? ''

async function createPost(author: TestUser, bytes?: Buffer) {
  const photo = await readyPhoto(server, author, bytes ?? (await aPicture()))
  const post = { photos: [{ id: photo.id, alt: 'a gate' }], caption: 'our gate' }
  const { body } = await server.call<{ id: string }>(author, 'POST', '/api/posts', post)
  return { id: body.id, photo: photo.id }
}

describe('statement of a decision about a photo', () => {
  it('shows the reported photo only to its author, even after a take-down', async () => {
    const [desk, author, stranger] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await createPost(author)
    const response = await decideAsModerator(desk, await aReport(server, 'post', post.id), { action: 'take-down' })
    const path = `/api/decisions/${response.body.decision.id}`
    const { body } = await server.call<StatementWithPhotos>(author, 'GET', path)
    expect(body.photos).toMatchObject([{ width: 900, height: 700, alt: 'a gate' }])
    const photo = body.photos[0]?.id ?? ''
    const readStatus = async (user: TestUser | null, id: string) =>
      (await server.call(user, 'GET', `${path}/photos/${id}`)).status
    expect(await readStatus(author, photo)).toBe(200)
    expect(await readStatus(author, post.photo)).toBe(404)
    expect([await readStatus(stranger, photo), await readStatus(null, photo)]).toEqual([404, 401])
  })
})

describe('reported item deleted by its author', () => {
  it('remains in the moderation queue with text and photo, while visitors get 410 for the photo', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const post = await createPost(author)
    const report = await aReport(server, 'post', post.id)
    await server.call(author, 'DELETE', `/api/posts/${post.id}`)
    server.clock.advance(2 * 60_000)
    await server.runJobs()
    expect(await server.call(null, 'GET', `/media/${await selectMediaName(post.photo)}/320.webp`)).toMatchObject({
      status: 410,
    })
    const details = await readReport(desk, report)
    expect(details).toMatchObject({
      kind: 'post',
      isGone: true,
      isPublic: false,
      address: null,
      words: 'our gate',
      photos: [{ alt: 'a gate', wasTakenOut: false }],
    })
    expect(await readPhotoStatus(desk, report, details.photos[0]?.id ?? '')).toBe(200)
    const queue = await desk.browser.call<{ reports: object[] }>('GET', '/api/moderation/reports?kind=post')
    expect(queue.body.reports).toContainEqual(expect.objectContaining({ id: report, kind: 'post' }))
  })

  it('has its photo refused with 422 on re-upload after a take-down, until the take-down is undone', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const bytes = await aPicture()
    const post = await createPost(author, bytes)
    const report = await aReport(server, 'post', post.id)
    await server.call(author, 'DELETE', `/api/posts/${post.id}`)
    server.clock.advance(2 * 60_000)
    await server.runJobs()
    const response = await decideAsModerator(desk, report, { action: 'take-down' })
    expect(response).toMatchObject({ status: 201, body: { closed: 1 } })
    expect(await uploadTestPhoto(server, author, bytes)).toMatchObject({
      status: 422,
      body: { code: 'picture-taken-down' },
    })
    expect(await readReport(desk, report)).toMatchObject({ decisions: [{ action: 'take-down' }], photos: [{}] })
    expect(await undoAsModerator(desk, response.body.decision.id)).toMatchObject({ status: 200 })
    expect(await uploadTestPhoto(server, author, bytes)).toMatchObject({ status: 201 })
    expect(await server.call(author, 'GET', `/api/posts/${post.id}`)).toMatchObject({ status: 404 })
  })

  it.each(['comment', 'story', 'pet'] as const)(
    'remains in the moderation queue with its text, and moderators can decide its report (%s)',
    async (kind) => {
      const [desk, author] = [await aModerator(server), await aUser(server)]
      const things = {
        comment: async () => {
          const { id } = await aPost(server, await aUser(server))
          const comment = await server.call<{ id: string }>(author, 'POST', `/api/posts/${id}/comments`, {
            text: 'rude',
          })
          return { id: comment.body.id, path: `/api/comments/${comment.body.id}` }
        },
        story: async () => {
          const { id } = await aStory(server, author, { caption: 'rude' })
          return { id, path: `/api/stories/${id}` }
        },
        pet: async () => {
          const id = await aPet(server, [author], 'rude')
          return { id, path: `/api/pets/${id}` }
        },
      }
      const { id, path } = await things[kind]()
      const report = await aReport(server, kind, id)
      expect((await server.call(author, 'DELETE', path)).status).toBeLessThan(300)
      await server.runJobs()
      const details = await readReport(desk, report)
      expect(details).toMatchObject({ kind, isGone: true, address: null, owner: { username: author.username } })
      expect(details.words).toContain('rude')
      expect(details.photos).toHaveLength(kind === 'story' ? 1 : 0)
      expect(await decideAsModerator(desk, report, { action: 'warn' })).toMatchObject({ status: 201 })
    },
  )
})

describe('reported post edited by its author', () => {
  it('shows moderators the uncropped and the removed photo beside the current photo', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [cropped, removed] = [
      await readyPhoto(server, author, await aPicture()),
      await readyPhoto(server, author, await aPicture()),
    ]
    const photos = [cropped, removed].map(({ id }) => ({ id, alt: '' }))
    const { id } = (await server.call<{ id: string }>(author, 'POST', '/api/posts', { photos, caption: '' })).body
    const report = await aReport(server, 'post', id)
    const half = { crop: { x: 0, y: 0, width: 0.5, height: 0.5 }, rotate: 0 }
    expect((await server.call(author, 'PATCH', `/api/photos/${cropped.id}`, half)).status).toBe(200)
    const editBody = { photos: [{ id: cropped.id, alt: '' }] }
    expect((await server.call(author, 'PATCH', `/api/posts/${id}`, editBody)).status).toBe(200)
    await server.runJobs()
    const details = await readReport(desk, report)
    expect(details.photos.map(({ width, wasTakenOut }) => ({ width, wasTakenOut }))).toEqual([
      { width: 450, wasTakenOut: false },
      { width: 900, wasTakenOut: true },
      { width: removed.width, wasTakenOut: true },
    ])
    for (const photo of details.photos) expect(await readPhotoStatus(desk, report, photo.id)).toBe(200)
  })

  it('hides the uncropped photo from visitors and from the author (404)', async () => {
    const author = await aUser(server)
    const { id, photo } = await createPost(author)
    await aReport(server, 'post', id)
    const previousName = await selectMediaName(photo)
    await server.call(author, 'PATCH', `/api/photos/${photo}`, {
      crop: { x: 0, y: 0, width: 0.5, height: 0.5 },
      rotate: 0,
    })
    expect(await listRenditionFiles(server, `/media/${previousName}`)).not.toEqual([])
    for (const user of [null, author])
      expect(await server.call(user, 'GET', `/media/${previousName}/320.webp`)).toMatchObject({ status: 404 })
  })
})

describe('report during a photo edit', () => {
  it('waits until the edit is committed, and stores the edited photo', async () => {
    const [desk, author, reporter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const { id, photo } = await createPost(author)
    const { reporting } = await runInTransaction(server, async (tx) => {
      await tx.db.rows(sql`update photos set name = name where id = ${photo}`)
      const reporting = aReport(server, 'post', id, reporter)
      await expect.poll(() => countLockWaits(server)).toBe(1)
      await tx.db.rows(sql`update photos set name = ${'b'.repeat(32)} where id = ${photo}`)
      return { reporting }
    })
    const report = await reporting
    const storedRows = await server.deps.database.rows(
      sql`select name from reported_photos where report_id = ${report}`,
    )
    expect(storedRows).toEqual([{ name: 'b'.repeat(32) }])
    expect((await readReport(desk, report)).photos).toHaveLength(1)
  })
})

describe('deleteReportedRenderings', () => {
  /** Creates, reports and deletes a post, and decides on its report. Returns the media name of its photo. */
  async function createDecidedReport(action: 'dismiss' | 'take-down') {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const post = await createPost(author)
    const name = await selectMediaName(post.photo)
    const report = await aReport(server, 'post', post.id)
    await server.call(author, 'DELETE', `/api/posts/${post.id}`)
    await decideAsModerator(desk, report, { action })
    await server.runJobs()
    return { name, author }
  }
  const hasFiles = async (name: string) => (await listRenditionFiles(server, `/media/${name}`)).length > 0
  const release = async (days: number) => {
    server.clock.advance(days * day)
    await deleteReportedRenderings(createContext(server.deps, systemCaller))
    await server.runJobs()
  }

  it('deletes photo files 7 days after a dismissal and 180 days after a take-down', async () => {
    const [dismissed, upheld] = [await createDecidedReport('dismiss'), await createDecidedReport('take-down')]
    await release(6)
    expect([await hasFiles(dismissed.name), await hasFiles(upheld.name)]).toEqual([true, true])
    await release(2)
    expect([await hasFiles(dismissed.name), await hasFiles(upheld.name)]).toEqual([false, true])
    await release(170)
    expect(await hasFiles(upheld.name)).toBe(true)
    await release(10)
    expect(await hasFiles(upheld.name)).toBe(false)
  })
})
