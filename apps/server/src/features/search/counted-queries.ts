import { type SQL, sql } from 'drizzle-orm'
import { postListed, postVisible } from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/db.ts'
import type { HitQuery, RankedKey } from './ranked-queries.ts'
import { escapeLike, type Term } from './read-term.ts'

const hasPairs = (text: SQL, { pairs }: Term) =>
  sql`short_parts(${text}) @> array[${sql.join(
    pairs.map((pair) => sql`${pair}`),
    sql`, `,
  )}]`

/** The text has the term in it. What the index says of one or two letters need not be looked at again. */
function holds(text: SQL, term: Term): SQL {
  if (term.hasThrees) return sql`${text} like ${`%${escapeLike(term.plain)}%`}`
  if (term.pairs[0] === term.plain) return hasPairs(text, term)
  return sql`(strpos(${text}, ${term.plain}) > 0 and ${hasPairs(text, term)})`
}

export type CountedHitRow = RankedKey & { name: string }

/** Groups of posts, the largest first. `rows`: a group each, with an id of its own; `key` is what was looked in. */
const counted = (rows: SQL, { term, after, most }: Pick<HitQuery<RankedKey>, 'term' | 'after' | 'most'>) => sql`
  select * from (
    select id, name, weight,
      case when key = ${term.plain} then 0 when starts_with(key, ${term.plain}) then 1 else 2 end as rank
    from (${rows}) found) hits
  ${after ? sql`where (rank, -weight, id) > (${after.rank}::int, ${-after.weight}::int, ${after.id}::uuid)` : sql``}
  order by rank, weight desc, id limit ${most}::int`

/** Tags with the number of posts the viewer may see; one that is only in others is not there. */
export const selectTagHits = (db: Db, { viewer, ...asked }: HitQuery<RankedKey>) =>
  db.rows<CountedHitRow>(
    counted(
      sql`
      select md5(t.tag)::uuid as id, t.tag as name, plain(t.tag) as key, count(*)::int as weight
      from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
      where ${holds(sql`plain(t.tag)`, asked.term)} and ${postVisible(viewer, 'p', 'a')}
        and ${postListed(viewer, 'p')}
      group by t.tag`,
      asked,
    ),
    'fresh',
  )

/** Places, in the spelling of the newest post; spellings that differ in case or accents are one place. */
export const selectPlaceHits = (db: Db, { viewer, ...asked }: HitQuery<RankedKey>) =>
  db.rows<CountedHitRow>(
    counted(
      sql`
      select md5(key)::uuid as id, key, (array_agg(place order by newest desc))[1] as name, sum(posts)::int as weight
      from (
        select p.place, plain(p.place) as key, count(*) as posts, max(p.id::text) as newest
        from posts p join users a on a.id = p.author_id
        where ${holds(sql`plain(p.place)`, asked.term)} and ${postVisible(viewer, 'p', 'a')}
          and ${postListed(viewer, 'p')}
        group by p.place) spelled
      group by key`,
      asked,
    ),
    'fresh',
  )
