import { randomUUID } from 'node:crypto'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPost, aUser, givenFollow } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { happened, lines, list, says, unread } = notificationHelpersFor(server)
const advanceClock = () => server.clock.advance(second)

describe('comment and mention notifications', () => {
  it('group the comments on a post in one notification that shows the newest comment', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await says(ann, post, 'So soft')
    advanceClock()
    const newest = await says(ben, post, 'So loud')
    const [line] = (await list(author)).notifications
    expect(line).toMatchObject({ type: 'comment', actorCount: 2, comment: { id: newest, text: 'So loud' } })
    await says(author, post, 'Thank you both')
    expect(await lines(author)).toEqual([`*comment: ${ben.username}, ${ann.username} (2)`])
  })

  it('are sent once per user and comment: as a reply if possible, else as a mention, else as a comment', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const first = await says(ann, post, 'Which breed?')
    await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    advanceClock()
    const both = `A tortoise, @${ann.username} and @${author.username}`
    await says(ben, post, both, first)
    expect(await lines(ann)).toEqual([`*reply: ${ben.username} (1)`])
    expect((await list(ann)).notifications[0]).toMatchObject({
      comment: { text: both },
      post: { mine: false },
    })
    expect(await lines(author)).toEqual([`*mention: ${ben.username} (1)`, `comment: ${ann.username} (1)`])
  })

  it('omit the author of a deleted comment, and disappear when the last comment is deleted', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const first = await says(ann, post, 'one')
    const second = await says(ben, post, 'two')
    await server.call(ben, 'DELETE', `/api/comments/${second}`)
    expect(await lines(author)).toEqual([`*comment: ${ann.username} (1)`])
    expect(await unread(author)).toBe(1)
    // A deleted comment with a reply remains as a tombstone.
    await says(author, post, 'an answer', first)
    expect(await lines(ann)).toEqual([`*reply: ${author.username} (1)`])
    await server.call(ann, 'DELETE', `/api/comments/${first}`)
    expect([await lines(author), await unread(author), await lines(ann)]).toEqual([[], 0, []])
  })

  it('group the replies under a post in one notification that shows the newest reply', async () => {
    const [author, ann] = [await aUser(server), await aUser(server)]
    const [post, other] = [await aPost(server, author), await aPost(server, author)]
    const commentIds: CommentId[] = []
    for (const text of ['one', 'two', 'three']) commentIds.push(await says(ann, post, text))
    for (const id of commentIds) {
      advanceClock()
      await says(author, post, `to ${id}`, id)
    }
    expect(await lines(ann)).toEqual([`*reply: ${author.username} (1)`])
    expect((await list(ann)).notifications[0]).toMatchObject({ comment: { text: `to ${commentIds[2]}` } })
    await says(author, other, 'there', await says(ann, other, 'here'))
    expect(await lines(ann)).toHaveLength(2)
  })

  it('are sent once for a mention that is added by editing a comment', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const comment = await says(ann, post, 'Which breed?')
    const edit = async (text: string) => {
      advanceClock()
      expect((await server.call(ann, 'PATCH', `/api/comments/${comment}`, { text })).status).toBe(200)
      await server.runJobs()
    }
    await edit(`Which breed, @${ben.username} and @${author.username}?`)
    expect((await list(ben)).notifications).toMatchObject([{ type: 'mention', comment: { id: comment } }])
    expect(await lines(author)).toEqual([`*comment: ${ann.username} (1)`])
    await server.call(ben, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    await edit('Which breed?')
    await edit(`Which breed, @${ben.username}?`)
    expect(await lines(ben)).toEqual([`mention: ${ann.username} (1)`])
  })

  it('are sent once for a mention that is added by editing a caption', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: `With @${ann.username}` })
    const edit = async (caption: string) => {
      advanceClock()
      expect((await server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption })).status).toBe(200)
      await server.runJobs()
    }
    await server.runJobs()
    await server.call(ann, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    await edit(`With @${ann.username} and @${ben.username}`)
    expect(await lines(ben)).toEqual([`*mention: ${author.username} (1)`])
    await server.call(ben, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    await edit('Alone')
    await edit(`With @${ann.username} and @${ben.username}`)
    expect([await lines(ann), await lines(ben)]).toEqual([ann, ben].map(() => [`mention: ${author.username} (1)`]))
  })

  it('show a like of a comment until the like is removed', async () => {
    const [author, ann] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const comment = await says(ann, post, 'look')
    const setLike = (yes: boolean) =>
      server.deps.database.rows(
        yes
          ? sql`insert into comment_likes (comment_id, user_id, created_at) values (${comment}, ${author.id}, now())`
          : sql`delete from comment_likes where comment_id = ${comment}`,
      )
    await setLike(true)
    await happened('comment-liked', { commentId: comment, by: author.id })
    expect((await list(ann)).notifications).toMatchObject([
      { type: 'comment-like', actorCount: 1, comment: { id: comment, text: 'look' }, post: { id: post.id } },
    ])
    await setLike(false)
    await happened('comment-unliked', { commentId: comment, by: author.id })
    expect(await lines(ann)).toEqual([])
    await happened('comment-liked', { commentId: randomUUID() as CommentId, by: author.id })
  })

  it('are sent for a mention in a caption only if the mentioned user can see the post', async () => {
    const [author, fan, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, fan, author)
    const caption = `With @${fan.username}, @${stranger.username} and @${author.username}`
    await aPost(server, author, { caption, audience: 'followers' })
    await server.runJobs()
    expect(await lines(fan)).toEqual([`*mention: ${author.username} (1)`])
    expect([await lines(stranger), await lines(author)]).toEqual([[], []])
  })
})
