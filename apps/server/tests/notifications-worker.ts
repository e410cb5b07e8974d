/**
 * Program that writes likes or handles their events until it is killed.
 * `node notifications-worker.ts <connection> <write|react>`: `write` adds missing likes of all users to all posts, and
 * removes the likes of every third user. `react` writes notifications.
 */
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { readConfig } from '#app/config/config.ts'
import { deleteLike, insertLike } from '#features/likes/queries.ts'
import { registerNotificationEvents } from '#features/notifications/events.ts'
import type { VisiblePost, VisiblePostId } from '#features/posts/visible-post.ts'
import { systemClock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { createEventOutbox } from '#platform/jobs/events.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'

const [connection = '', code] = process.argv.slice(2)
const log = createJsonLog((line) => line.includes('"level":"error"') && process.stderr.write(line), systemClock.now)
const database = connect(JSON.parse(connection) as Connection, { max: 4 })

type Pair = { post: PostId; author: UserId; user: UserId; nth: number; liked: boolean; wasLiked: boolean }

/** Returns all pairs of post and user. `wasLiked`: an earlier run deleted the like. A save of the post marks this. */
const selectPairs = () =>
  database.rows<Pair>(sql`
    select p.id as post, p.author_id as author, u.id as user, u.nth::int, l.user_id is not null as liked,
      exists (select 1 from saves s where s.post_id = p.id and s.user_id = u.id) as "wasLiked"
    from posts p cross join (select id, row_number() over (order by id) as nth from users) u
      left join likes l on l.post_id = p.id and l.user_id = u.id
    where u.id <> p.author_id order by p.id, u.id`)

async function write() {
  for (const { post, author, user, nth, liked, wasLiked } of await selectPairs()) {
    const visiblePost: VisiblePost = { id: post as VisiblePostId, authorId: author }
    if (!liked && !wasLiked) await insertLike(database, visiblePost, user, systemClock.now())
    if (nth % 3 > 0 || wasLiked) continue
    // Uses one transaction, because a kill must not leave a deleted like without the save that marks it.
    await database.transaction(async (db) => {
      await deleteLike(db, visiblePost.id, user, systemClock.now())
      await db.rows(sql`insert into saves (post_id, user_id, created_at) values (${post}, ${user}, now())`)
    })
  }
}

async function react() {
  const live = await startLiveMessages(database, log)
  const events = createEventOutbox(database, systemClock, log)
  const jobs = createPgBossJobs(database, log)
  // The cast is safe, because the handlers of like events use no other field of `Deps`.
  const deps = { config: readConfig({}), clock: systemClock, database, jobs, live, events, log } as Deps
  registerNotificationEvents(deps)
  events.start()
  while (await database.row(sql`select 1 from events`)) await systemClock.wait(20)
}

process.stdout.write('ready\n')
await (code === 'write' ? write() : react())
process.exit(0)
