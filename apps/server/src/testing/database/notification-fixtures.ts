import { notificationTypes } from '@pawtrait/contract/notifications.ts'
import { petRoles } from '@pawtrait/contract/pets/pets.ts'
import { audiences } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { day, minute } from '#testing/clock.ts'
import type { TestUser } from '#testing/fixtures.ts'

const [PEOPLE, PETS, POSTS, COMMENTS, INVITES, LINES] = [7, 4, 6, 8, 3, 30]

/** Index in `people` of the user who reads the notifications. */
export const READER_INDEX = 0

const oneInEight = fc.integer({ min: 1, max: 8 }).map((n) => n === 1)
/** Arbitrary index into a list of `count` rows, or null in `none` percent of cases. */
const optionalIndex = (count: number, none: number) =>
  fc.oneof({ weight: none, arbitrary: fc.constant(null) }, { weight: 100 - none, arbitrary: fc.nat(count - 1) })
const list = <T>(length: number, one: fc.Arbitrary<T>) => fc.array(one, { minLength: length, maxLength: length })
const person = fc.nat(PEOPLE - 1)
const pairs = fc.uniqueArray(
  fc.tuple(person, person).filter(([one, other]) => one !== other),
  { selector: String, maxLength: 8 },
)
const uniqueByUser = { selector: ({ who }: { who: number }) => who }

const pet = fc.record({
  species: fc.constantFrom('dog', 'cat'),
  breed: fc.constantFrom('', 'Bull terrier'),
  isDeleted: oneInEight,
  hasDied: oneInEight,
  people: fc.uniqueArray(fc.record({ who: person, role: fc.constantFrom(...petRoles) }), {
    ...uniqueByUser,
    maxLength: 3,
  }),
})

const post = fc.record({
  author: person,
  audience: fc.constantFrom(...audiences),
  isReady: oneInEight.map((is) => !is),
  isArchived: oneInEight,
  isDeleted: oneInEight,
  pets: fc.uniqueArray(fc.nat(PETS - 1), { maxLength: 2 }),
})

const line = fc.record({
  type: fc.constantFrom(...notificationTypes),
  post: optionalIndex(POSTS, 40),
  comment: optionalIndex(COMMENTS, 80),
  pet: optionalIndex(PETS, 80),
  invite: optionalIndex(INVITES, 90),
  /** Age of the notification in minutes. */
  ago: fc.nat(9),
  isRead: fc.boolean(),
  actors: fc.uniqueArray(fc.record({ who: person, ago: fc.nat(3), said: optionalIndex(COMMENTS, 60) }), {
    ...uniqueByUser,
    minLength: 1,
    maxLength: 4,
  }),
})

/** Arbitrary notifications of one reader, and all rows that decide their visibility. References are list indexes. */
export const arbitraryFixtures = fc.record({
  people: list(PEOPLE, fc.record({ isPending: oneInEight, isDeleted: oneInEight, isPrivate: fc.boolean() })),
  blocks: pairs,
  follows: pairs,
  closeFriends: pairs,
  filtersCats: oneInEight,
  filtersTerriers: oneInEight,
  pets: list(PETS, pet),
  posts: list(POSTS, post),
  comments: list(
    COMMENTS,
    fc.record({ post: fc.nat(POSTS - 1), author: person, parent: optionalIndex(COMMENTS, 60), isDeleted: oneInEight }),
  ),
  invites: list(
    INVITES,
    fc.record({ pet: fc.nat(PETS - 1), isClosed: oneInEight, isOver: oneInEight, toOwn: fc.boolean() }),
  ),
  lines: list(LINES, line),
})
export type NotificationFixtures = typeof arbitraryFixtures extends fc.Arbitrary<infer World> ? World : never

/** Ids of the inserted rows for each list of the fixtures, in the order of the list. */
export type FixtureIds = Record<'people' | 'pets' | 'posts' | 'comments' | 'invites' | 'lines', readonly string[]>

type Row = Record<string, unknown>
type Rows = [table: string, rows: readonly Row[]]

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

function personRows(
  { people, blocks, follows, closeFriends }: NotificationFixtures,
  ids: FixtureIds,
  now: Date,
): Rows[] {
  const created_at = after(now, 0)
  const pairRows = (pairs: NotificationFixtures['blocks'], one: string, other: string) =>
    pairs.map(([a, b]) => ({ [one]: ids.people[a], [other]: ids.people[b], created_at }))
  const users = people.map((one, at) => ({
    id: ids.people[at],
    username: `w${ids.people[at]}`,
    fullname: 'Somebody',
    email: `${ids.people[at]}@example.test`,
    state: one.isPending ? 'pending' : 'active',
    time_zone: 'UTC',
    is_private: one.isPrivate,
    created_at,
    deleted_at: one.isDeleted ? created_at : null,
  }))
  return [
    ['users', users.slice(READER_INDEX + 1)],
    ['blocks', pairRows(blocks, 'blocker_id', 'blocked_id')],
    ['follows', pairRows(follows, 'follower_id', 'followee_id')],
    ['close_friends', pairRows(closeFriends, 'user_id', 'friend_id')],
  ]
}

function petRows(
  { pets, invites, filtersCats, filtersTerriers }: NotificationFixtures,
  ids: FixtureIds,
  now: Date,
): Rows[] {
  const created_at = after(now, 0)
  const filter = { id: newId(now), user_id: ids.people[READER_INDEX], created_at }
  return [
    [
      'pets',
      pets.map(({ species, breed, isDeleted, hasDied }, at) => ({
        id: ids.pets[at],
        slug: ids.pets[at],
        name: `Pet ${at}`,
        species,
        breed,
        backdrop: 'moss',
        created_at,
        died_on: hasDied ? '2026-01-01' : null,
        deleted_at: isDeleted ? created_at : null,
      })),
    ],
    [
      'pet_people',
      pets.flatMap(({ people }, at) =>
        people.map(({ who, role }) => ({ pet_id: ids.pets[at], user_id: ids.people[who], role, created_at })),
      ),
    ],
    [
      'pet_invites',
      invites.map(({ pet, isClosed, isOver, toOwn }, at) => ({
        id: ids.invites[at],
        pet_id: ids.pets[pet],
        role: toOwn ? 'owner' : 'carer',
        invited_by: ids.people[READER_INDEX],
        token_hash: `\\x${ids.invites[at]?.replaceAll('-', '')}`,
        created_at,
        expires_at: after(now, isOver ? 0 : day),
        closed_at: isClosed ? created_at : null,
      })),
    ],
    ['species_filters', filtersCats ? [{ ...filter, species: 'cat' }] : []],
    ['species_filters', filtersTerriers ? [{ ...filter, id: newId(now), word: 'terr' }] : []],
  ]
}

function postRows({ posts, comments }: NotificationFixtures, ids: FixtureIds, now: Date): Rows[] {
  const created_at = after(now, 0)
  const timeIf = (is: boolean) => (is ? created_at : null)
  return [
    [
      'posts',
      posts.map(({ author, audience, isReady, isArchived, isDeleted }, at) => ({
        id: ids.posts[at],
        author_id: ids.people[author],
        caption: '',
        place: '',
        audience,
        is_ready: isReady,
        posted_at: created_at,
        archived_at: timeIf(isArchived),
        deleted_at: timeIf(isDeleted),
      })),
    ],
    [
      'post_pets',
      posts.flatMap(({ pets }, at) => pets.map((pet) => ({ post_id: ids.posts[at], pet_id: ids.pets[pet] }))),
    ],
    [
      'comments',
      comments.map(({ post, author, parent, isDeleted }, at) => ({
        id: ids.comments[at],
        post_id: ids.posts[post],
        author_id: ids.people[author],
        parent_id: parent !== null && parent < at ? ids.comments[parent] : null,
        text: `Comment ${at}`,
        created_at,
        deleted_at: timeIf(isDeleted),
      })),
    ],
  ]
}

function lineRows({ lines }: NotificationFixtures, ids: FixtureIds, now: Date): Rows[] {
  const created_at = after(now, 0)
  const idAt = (list: keyof FixtureIds, at: number | null) => (at === null ? null : ids[list][at])
  return [
    [
      'notifications',
      lines.map(({ type, ago, isRead, actors, ...about }, at) => ({
        id: ids.lines[at],
        user_id: ids.people[READER_INDEX],
        type,
        group_key: `${type}:${at}`,
        post_id: idAt('posts', about.post),
        comment_id: idAt('comments', about.comment),
        pet_id: idAt('pets', about.pet),
        invite_id: idAt('invites', about.invite),
        actor_count: actors.length,
        created_at,
        updated_at: after(now, -ago * minute),
        read_at: isRead ? created_at : null,
      })),
    ],
    [
      'notification_actors',
      lines.flatMap(({ actors }, at) =>
        actors.map(({ who, ago, said }) => ({
          notification_id: ids.lines[at],
          actor_id: ids.people[who],
          at: after(now, -ago * minute),
          comment_id: idAt('comments', said),
        })),
      ),
    ],
  ]
}

/** Inserts the rows of the fixtures, with an existing user as their reader. */
export async function insertFixtures(
  db: Db,
  world: NotificationFixtures,
  reader: TestUser,
  now: Date,
): Promise<FixtureIds> {
  const idsOf = (list: readonly unknown[]) => list.map(() => newId<string>(now))
  const { people, pets, posts, comments, invites, lines } = world
  const ids: FixtureIds = {
    people: [reader.id, ...idsOf(people.slice(READER_INDEX + 1))],
    pets: idsOf(pets),
    posts: idsOf(posts),
    comments: idsOf(comments),
    invites: idsOf(invites),
    lines: idsOf(lines),
  }
  const all = [personRows, petRows, postRows, lineRows].flatMap((rowsOf) => rowsOf(world, ids, now))
  for (const [table, [first, ...rest]] of all) {
    if (!first) continue
    const [into, columns] = [sql.raw(table), sql.raw(Object.keys(first).join(', '))]
    await db.rows(sql`
      insert into ${into} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${into}, ${JSON.stringify([first, ...rest])}::text::jsonb)`)
  }
  return ids
}
