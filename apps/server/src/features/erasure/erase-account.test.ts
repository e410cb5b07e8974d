import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommentPage } from '@pawtrait/contract/comments.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseNotificationActor } from '#features/notifications/erase-actor.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { sweepThrottles } from '#platform/security/throttle.ts'
import { day, hour } from '#testing/clock.ts'
import { aReadyExport, aStoredPhoto, selectOriginalName } from '#testing/exports.ts'
import { aPet, aPost, aStory, aUser, givenFollow, givenPetFollow, givenRole } from '#testing/fixtures.ts'
import { aReport } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { aSudoUser } from '#testing/sudo-user.ts'
import { eraseAccount, eraseAccountNow, eraseExpiredAccounts } from './erase-account.ts'

const server = serverForFile({ MAIL: 'dev' })
const createSystemContext = () => createContext(server.deps, systemCaller)

const writeComment = (by: { cookie: string }, post: Post, text: string, parentId?: string) =>
  server.call<{ id: string }>(by, 'POST', `/api/posts/${post.id}/comments`, { text, ...(parentId && { parentId }) })

/** Creates an account with data in most features, and a friend with data that refers to it. */
async function anAccountWithData(username: string) {
  const account = await aSudoUser(server, { username, fullname: `Full Name of ${username}` })
  const { user } = account
  const friend = await aUser(server)
  const [friendPost, ownPost] = [
    await aPost(server, friend),
    await aPost(server, user, { caption: `Words of ${username}` }),
  ]
  await aStory(server, user)
  const [sharedPet, solePet] = [await aPet(server, [user], 'Shared'), await aPet(server, [user], `Pet of ${username}`)]
  await givenRole(server, sharedPet, friend, 'family')
  await givenFollow(server, user, friend)
  await givenFollow(server, friend, user)
  await givenPetFollow(server, friend, solePet)
  await server.call(user, 'PUT', `/api/posts/${friendPost.id}/like`)
  await server.call(friend, 'PUT', `/api/posts/${ownPost.id}/like`)
  const comment = await writeComment(user, friendPost, `Said by ${username}`)
  const answer = await writeComment(friend, friendPost, 'An answer', comment.body.id)
  await writeComment(user, friendPost, `Said again by ${username}`, answer.body.id)
  await server.call(user, 'PUT', `/api/comments/${answer.body.id}/like`)
  for (const [type, id] of [
    ['user', user.id],
    ['post', ownPost.id],
  ] as const)
    await aReport(server, type, id, friend)
  const photo = await aStoredPhoto(server, user)
  await aReadyExport(server, user)
  await account.browser.call('POST', '/api/sudo', { zipcode: account.form.zipcode })
  await server.runJobs()
  return {
    ...account,
    friend,
    friendPost,
    ownPost,
    sharedPet,
    solePet,
    photo,
    file: await selectOriginalName(server, photo.id),
  }
}

const selectReportedPhotoNames = async ({ id }: Post) =>
  (
    await server.deps.database.rows<{ name: string }>(sql`
      select rp.name from reported_photos rp join reports r on r.id = rp.report_id where r.subject_id = ${id}`)
  ).map(({ name }) => name)

/** Returns every database row that contains one of these texts, each prefixed with its table's name. */
async function findRowsWith(texts: readonly string[]): Promise<string[]> {
  const tables = await server.deps.database.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs')`)
  const matches: string[] = []
  for (const { name } of tables) {
    const rows = await server.deps.database.rows<{ row: string }>(sql`
      select t::text as row from ${sql.raw(name)} t
      where exists (select 1 from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) w
        where position(w in t::text) > 0)`)
    matches.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return matches
}

const listFiles = async () => (await readdir(join(server.dataDir, 'photos'), { recursive: true })).join('\n')

describe('account erasure', () => {
  it('clears all fields of a photo that describe the picture', async () => {
    const account = await aSudoUser(server)
    const photo = await aStoredPhoto(server, account.user)
    await server.deps.database.rows(sql`
      update photos set rotate = 90, likeness = repeat('1', 119)::bit(119), shown_likeness = repeat('1', 119)::bit(119),
        crop = '{"x": 0, "y": 0, "width": 0.5, "height": 0.5}', adjustments = '{"brightness": 10}'
      where id = ${photo.id}`)
    await account.browser.call('DELETE', '/api/account')
    server.clock.advance(30 * day + hour)
    await eraseExpiredAccounts(createSystemContext())
    await server.runJobs()
    const row = await server.deps.database.row(sql`
      select length(placeholder) + length(hash) as bytes, likeness, shown_likeness, rotate, crop, adjustments
      from photos where id = ${photo.id}`)
    expect(row).toEqual({ bytes: 0, likeness: null, shown_likeness: null, rotate: 0, crop: null, adjustments: null })
  })

  it('waits 30 days and then deletes every row, file and name of the user', async () => {
    const data = await anAccountWithData('erased.wanjiku')
    const { user, form, friend, friendPost, sharedPet, solePet } = data
    const reportedNames = await selectReportedPhotoNames(data.ownPost)
    const texts = [user.id, form.username, 'Full Name of']
    expect((await findRowsWith(texts)).length).toBeGreaterThan(10)
    expect(await listFiles()).toContain(data.file)
    expect(await listFiles()).toMatch(/\.zip/)
    await writeFile(join(server.deps.storage.workFolder, `upload-${user.id}-${'a'.repeat(32)}.json`), '{}')
    expect((await data.browser.call('DELETE', '/api/account')).status).toBe(202)
    await server.runJobs()
    server.clock.advance(30 * day)
    await eraseExpiredAccounts(createSystemContext())
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toHaveLength(1)
    server.clock.advance(hour)
    await eraseExpiredAccounts(createSystemContext())
    await server.runJobs()
    await sweepThrottles(server.deps.database, server.clock.now())
    // Ids of the erased user may remain for some days in these tables: jobs, events, cache invalidations and live
    // notices.
    const shortLivedTables = /^(jobs\.|public\.(events|invalidations|live_notices) )/
    const remaining = (await findRowsWith(texts)).filter((row) => !shortLivedTables.test(row))
    expect(remaining).toEqual([])
    expect(await findRowsWith([form.username, form.email, 'Full Name of', 'Words of', 'Pet of'])).toEqual([])
    const lines = server.lines.join('\n')
    expect(lines).not.toContain(form.email)
    expect(await listFiles()).not.toMatch(new RegExp(`${[data.file, ...reportedNames].join('|')}|\\.zip|upload-`))
    const row = await server.deps.database.row(sql`
      select p.like_count as likes, p.comment_count as comments, u.follower_count as followers,
        u.following_count as following from posts p join users u on u.id = ${friend.id} where p.id = ${friendPost.id}`)
    expect(row).toEqual({ likes: 0, comments: 1, followers: 0, following: 0 })
    const commentPage = await server.call<CommentPage>(friend, 'GET', `/api/posts/${friendPost.id}/comments`)
    expect(commentPage.body.comments).toMatchObject([
      { text: '', gone: 'by-author', author: null },
      { text: 'An answer', replyCount: 0, likeCount: 0 },
    ])
    const pets = await server.deps.database.rows(sql`
      select id, deleted_at is null as there from pets where id in (${sharedPet}, ${solePet})
      order by deleted_at nulls first`)
    expect(pets).toEqual([
      { id: sharedPet, there: true },
      { id: solePet, there: false },
    ])
    const owners = await server.deps.database.rows(sql`
      select user_id as user, role from pet_people where pet_id = ${sharedPet}`)
    expect(owners).toEqual([{ user: friend.id, role: 'owner' }])
  })

  it('is completed after an interruption, even by two simultaneous runs', async () => {
    const { user, friend, friendPost, browser } = await anAccountWithData('killed.otieno')
    await browser.call('DELETE', '/api/account')
    // Simulates a run that was killed after it had deleted some of the data.
    await eraseNotificationActor(createSystemContext(), user.id)
    await server.deps.database.rows(sql`delete from posts where author_id = ${user.id}`)
    await Promise.allSettled([
      eraseAccount(createSystemContext(), user.id),
      eraseAccount(createSystemContext(), user.id),
    ])
    await eraseAccount(createSystemContext(), user.id)
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toEqual([])
    const row = await server.deps.database.row(sql`
      select p.like_count as likes, p.comment_count as comments, u.follower_count as followers
      from posts p join users u on u.id = ${friend.id} where p.id = ${friendPost.id}`)
    expect(row).toEqual({ likes: 0, comments: 1, followers: 0 })
  })

  it('does nothing to an account that is not deleted', async () => {
    const { user } = await aSudoUser(server)
    await eraseAccount(createSystemContext(), user.id)
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toHaveLength(1)
  })

  it('runs immediately, without waiting 30 days, when `eraseAccountNow` is called', async () => {
    const { user, friend } = await anAccountWithData('young.kid')
    await eraseAccountNow(createSystemContext(), user.id)
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toEqual([])
    expect((await server.call(user, 'GET', '/api/session')).status).toBe(401)
    const { followers } = (await server.deps.database.row<{ followers: number }>(sql`
      select follower_count as followers from users where id = ${friend.id}`)) ?? { followers: -1 }
    expect(followers).toBe(0)
  })

  it('is completed by a repeated job after a lock timeout interrupted the first run', async () => {
    const { user, ownPost } = await anAccountWithData('broken.off')
    const released = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const other = server.deps.database.transaction(async (db) => {
      await db.rows(sql`select 1 from posts where id = ${ownPost.id} for update`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    // Another transaction locks the post for longer than the erasure waits.
    await expect(eraseAccountNow(createSystemContext(), user.id)).rejects.toThrow('lock')
    released.resolve()
    await other
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toHaveLength(1)
    await server.runJobs()
    expect(await server.deps.database.rows(sql`select 1 from users where id = ${user.id}`)).toEqual([])
  })
})
