import { SUPERUSER } from '@pawtrait/postgres/access.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Figures, load } from './load.ts'
import { type Bench, feedOf } from './requests.ts'

export type BlockFigures = { none: Figures; reader: Figures; authors: Figures; hiding: Figures }

const BLOCKS = 5_000
const AUTHORS = 20

/**
 * One page of the feed of a reader who blocks nobody, who blocks 5,000 people, whose page is by people who each block
 * 5,000, and who hides one of those. On a shape of more than 10,000 users.
 */
export async function blockFigures(bench: Bench): Promise<BlockFigures> {
  const { app, connection, postgres, seconds } = bench
  const page = () => load(() => feedOf('average', app.port), { connections: 1, seconds, pids: [app.pid, postgres] })
  // Who owns no table may not say what the planner should know of it.
  return withClient({ ...connection, user: SUPERUSER }, async (client) => {
    const reader = `bench_id(1, 7)`
    const others = `select id from users where id <> ${reader} and id not in (
      select followee_id from follows where follower_id = ${reader}) order by id desc limit ${BLOCKS}`
    // Whose posts stand on the page.
    const authors = `select distinct author_id from (
      select p.author_id from posts p join follows f on f.followee_id = p.author_id and f.follower_id = ${reader}
      order by p.id desc limit ${AUTHORS}) newest`
    const blocking = async (who: string) => {
      await client.query(`insert into blocks (blocker_id, blocked_id, created_at)
        select w.id, o.id, now() from (${who}) w (id), (${others}) o on conflict do nothing`)
      await client.query('vacuum analyze blocks')
      const figures = await page()
      await clear()
      return figures
    }
    const clear = async () => {
      await client.query('delete from blocks')
      await client.query('vacuum analyze blocks')
    }
    const hiding = async () => {
      await client.query(`insert into hides (id, user_id, hidden_user_id, created_at)
        select gen_random_uuid(), ${reader}, author_id, now() from (${authors}) a limit 1`)
      const figures = await page()
      await client.query('delete from hides')
      return figures
    }
    await clear()
    return {
      none: await page(),
      reader: await blocking(`select ${reader}`),
      authors: await blocking(authors),
      hiding: await hiding(),
    }
  })
}
