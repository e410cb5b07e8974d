import type { Comment } from '@pawtrait/contract/comments.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eraseAccountNow } from '#features/erasure/erase-account.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

/** Returns each stored reply count together with a newly computed count. */
const selectReplyCounts = (post: { id: string }) =>
  server.deps.database.rows<{ stored: number; counted: number }>(sql`
    select c.reply_count as stored, (select count(*)::int from comments r join users u on u.id = r.author_id
      where c.id in (r.parent_id, r.root_id) and r.deleted_at is null and u.state = 'active'
        and u.deleted_at is null) as counted
    from comments c where c.post_id = ${post.id}`)

it('stored reply count equals the number of replies after random replies, deletions and an erasure', async () => {
  const { database } = server.deps
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ action: fc.constant('say' as const), by: fc.nat(2), at: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ action: fc.constant('delete' as const), by: fc.nat(2), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ action: fc.constant('turn' as const), by: fc.nat(2), at: fc.nat(1) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(2), async (steps, leaverIndex) => {
      const author = await aUser(server)
      const people = [await aUser(server), await aUser(server), await aUser(server)] as const
      const post = await aPost(server, author)
      const ids: string[] = []
      for (const { action, by, at } of steps) {
        server.clock.advance(1)
        const person = people[by] as TestUser
        const target = ids[at % Math.max(ids.length, 1)]
        if (action === 'say') {
          const body = { text: 'Hm', ...(target && { parentId: target }) }
          const path = `/api/posts/${post.id}/comments`
          const { status, body: comment } = await server.call<Comment>(person, 'POST', path, body)
          if (status === 201) ids.push(comment.id)
        } else if (action === 'delete') await server.call(author, 'DELETE', `/api/comments/${target ?? post.id}`)
        else await database.rows(sql`update users set deleted_at = ${at ? null : '2026-11-23'} where id = ${person.id}`)
      }
      for (const { stored, counted } of await selectReplyCounts(post)) expect(stored).toBe(counted)
      await eraseAccountNow(createContext(server.deps, systemCaller), (people[leaverIndex] as TestUser).id)
      for (const { stored, counted } of await selectReplyCounts(post)) expect(stored).toBe(counted)
    }),
    { numRuns: 15 },
  )
})
