import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Figures, load } from './load.ts'
import { type Bench, likesInTurn, pageRow, type Row } from './requests.ts'

/** 300 lines of the average reader, a third of them unread, of one to thirty people each; made once. */
const seedLines = ({ connection }: Bench) =>
  withClient(connection, (client) =>
    client.query(`
      with line as (
        insert into notifications (id, user_id, type, group_key, post_id, actor_count, created_at, updated_at, read_at)
        select gen_random_uuid(), bench_id(1, 7), 'like', 'bench:' || row_number() over (), p.id,
          1 + (row_number() over () % 30)::int, now(), now() - row_number() over () * interval '1 minute',
          case when row_number() over () % 3 > 0 then now() end
        from (select id from posts where audience = 'everyone' order by id limit 300) p
        where not exists (select 1 from notifications where user_id = bench_id(1, 7) and group_key like 'bench:%')
        returning id, actor_count)
      insert into notification_actors (notification_id, actor_id, at)
      select line.id, bench_id(1, 10 + n), now() - n * interval '1 second'
      from line cross join lateral generate_series(1, line.actor_count) n`),
  )

/** The first twenty lines of one reader's notifications. */
export async function notificationsRow(bench: Bench, connections: number, name: string): Promise<Row> {
  await seedLines(bench)
  return pageRow(bench, { reader: 'average', path: '/api/notifications?limit=20', connections, name })
}

const FOLLOWERS = 10_000

/** A birthday told to 10,000 followers. `alone`, `meanwhile`: likes by one caller without and beside it. */
export type FanOutFigures = { writtenMs: number; toldSeconds: number; alone: Figures; meanwhile: Figures }

/** On a shape of more than 10,000 users. */
export async function fanOutFigures(bench: Bench): Promise<FanOutFigures> {
  const { app, connection, seconds } = bench
  const likes = await likesInTurn(bench)
  const target = () => ({ ...likes.target(), port: app.port })
  const shared = { connections: 1, pids: [app.pid, bench.postgres] }
  return withClient(connection, async (client) => {
    await client.query(`insert into pet_follows (user_id, pet_id, created_at)
      select id, bench_id(2, 1), now() from users order by id limit ${FOLLOWERS} on conflict do nothing`)
    await client.query('delete from notifications where pet_id = bench_id(2, 1)')
    const alone = await load(target, { ...shared, seconds })
    const from = performance.now()
    await client.query(`insert into events (id, type, data, happened_at, due_at)
      select gen_random_uuid(), 'pet-birthday',
        jsonb_build_object('petId', bench_id(2, 1), 'day', '2026-11-21'), now(), now()`)
    const writtenMs = performance.now() - from
    const told = async () => {
      for (;;) {
        const found = await client.query<{ n: number }>(
          'select count(*)::int as n from notifications where pet_id = bench_id(2, 1)',
        )
        if ((found.rows[0]?.n ?? 0) >= FOLLOWERS) return (performance.now() - from) / 1_000
        await sleep(50)
      }
    }
    // As long as the telling takes, about: the warm-up lies in it too.
    const [toldSeconds, meanwhile] = await Promise.all([told(), load(target, { ...shared, seconds: 1 })])
    return { writtenMs, toldSeconds, alone, meanwhile }
  })
}
