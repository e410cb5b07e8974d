import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aStory, aUser, givenHide, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const report = (user: TestUser | null, subject: { type: string; id: string }, more: object = {}) =>
  server.call(user, 'POST', '/api/reports', { subject, reason: 'private-details', ...more })

type Row = { reason: string; note: string; words: string; owner: string; subject: string }
const selectReports = (user: TestUser) =>
  server.deps.database.rows<Row>(sql`
    select reason, note, words, owner_id as owner, coalesce(user_id, pet_id, post_id, comment_id, story_id) as subject
    from reports where reporter_id = ${user.id} order by id`)

describe('POST /api/reports', () => {
  it('stores reason, note, owner and current text of a reported post, comment, story, pet or user', async () => {
    const [reporter, author] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: 'our gate', place: 'Nairobi' })
    const comment = await server.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, {
      text: 'call me',
    })
    const pet = await aPet(server, [author], 'Rex')
    const follows = await server.call(reporter, 'PUT', `/api/users/${author.id}/follow`)
    expect(follows.status).toBe(200)
    const story = await aStory(server, author, { caption: 'look' })
    const subjects = [
      { type: 'story', id: story.id, words: 'look' },
      { type: 'post', id: post.id, words: 'our gate\nNairobi' },
      { type: 'comment', id: comment.body.id, words: 'call me' },
      { type: 'pet', id: pet, words: 'Rex\n\n' },
      { type: 'user', id: author.id, words: `${author.username}\nPerson ${author.username}\n` },
    ]
    for (const { type, id } of subjects) {
      server.clock.advance(1000)
      const answer = await report(reporter, { type, id }, { note: 'Photo 2 shows the house number.' })
      expect(answer).toMatchObject({ status: 201, body: { reported: true } })
    }
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption: 'changed' })
    expect(await selectReports(reporter)).toEqual(
      subjects.map(({ id, words }) => ({
        reason: 'private-details',
        note: 'Photo 2 shows the house number.',
        owner: author.id,
        subject: id,
        words,
      })),
    )
  })

  it('replaces an earlier report by the same user about the same post, even in concurrent requests', async () => {
    const [reporter, author] = [await aUser(server), await aUser(server)]
    const subject = { type: 'post', id: (await aPost(server, author)).id }
    await Promise.all([report(reporter, subject), report(reporter, subject), report(reporter, subject)])
    await report(reporter, subject, { reason: 'other', note: 'more' })
    expect(await selectReports(reporter)).toMatchObject([{ reason: 'other', note: 'more' }])
  })

  it('returns 201 for users that the reporter hides, and 404 for content that the reporter cannot see', async () => {
    const [reporter, author, blocker] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenHide(server, reporter, { user: author })
    expect(await report(reporter, { type: 'user', id: author.id })).toMatchObject({ status: 201 })
    const privatePost = await aPost(server, author, { audience: 'followers' })
    await server.call(blocker, 'PUT', `/api/users/${reporter.id}/block`)
    for (const subject of [
      { type: 'post', id: privatePost.id },
      { type: 'user', id: blocker.id },
      { type: 'comment', id: privatePost.id },
      { type: 'pet', id: privatePost.id },
    ])
      expect(await report(reporter, subject)).toMatchObject({ status: 404 })
  })

  it('returns 401 to visitors, 400 for invalid input, 429 above 20 reports a day (security check M05)', async () => {
    const [reporter, author] = [await aUser(server), await aUser(server)]
    const subject = { type: 'user', id: author.id }
    expect(await report(null, subject)).toMatchObject({ status: 401 })
    expect(await report(reporter, subject, { reason: 'ugly' })).toMatchObject({ status: 400 })
    expect(await report(reporter, subject, { note: 'a'.repeat(501) })).toMatchObject({ status: 400 })
    expect(await report(reporter, { type: 'planet', id: author.id })).toMatchObject({ status: 400 })
    for (let n = 0; n < 20; n++) expect(await report(reporter, subject)).toMatchObject({ status: 201 })
    const response = await report(reporter, subject)
    expect(response).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(await selectReports(reporter)).toHaveLength(1)
  })
})
