import type { CommentId, PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { selectFirstLevelPage, selectNewestComments, selectThread } from '#features/comments/queries.ts'
import { selectFeed } from '#features/feed/queries.ts'
import { selectFollowers, selectFollowing } from '#features/follows/queries.ts'
import { selectConnectedUsers, selectTagsByPrefix, selectUsersByNamePrefix } from '#features/mentions/queries.ts'
import { selectPostIdsByAuthor, selectPostIdsByPet, selectPostIdsByTag } from '#features/posts/queries.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { selectPublicUser } from '#features/profiles/queries.ts'
import { selectSaves } from '#features/saves/queries.ts'
import { MAX_ID, MIN_ID } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'
import { countPlanRows, explainPlans, seededDatabaseForFile } from '#testing/database/query-plans.ts'
import { parseTestSearchTerm } from '#testing/fixtures.ts'
import { selectExplorePostIds, selectSpeciesPostIds, selectTrendingTags } from './explore-queries.ts'
import { selectPostHits } from './post-queries.ts'
import { selectSuggestedPets, selectSuggestedUsers } from './queries.ts'
import { selectPlaceHits, selectTagHits } from './tag-and-place-queries.ts'
import { selectPetHits, selectUserHits } from './user-and-pet-queries.ts'

const user = '00000000-0000-7000-8000-000000000001' as UserId

/** Seeds 6,000 users, each with a pet and a post, and 3,000 more posts of `user`. Most names use the letters a to f. */
async function seed(db: Db) {
  await db.rows(sql`
    insert into users (id, username, fullname, email, state, time_zone, follower_count, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'u' || md5('u' || n),
      translate(md5('f' || n), '0123456789', 'abcdefabcd'), n || '@example.test', 'active', 'UTC', n, now()
    from generate_series(1, 6000) n`)
  await db.rows(sql`
    with added as (insert into pets (id, slug, name, species, backdrop, follower_count, created_at)
      select id, username, 'pet ' || fullname, 'dog', 'moss', follower_count, now() from users returning id)
    insert into pet_people (pet_id, user_id, role, created_at) select id, id, 'owner', now() from added`)
  await db.rows(sql`
    with added as (insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      select id, id, 'caption ' || fullname || ' ' || md5(fullname), 'place ' || fullname, 'everyone', true, now()
      from users returning id)
    insert into post_tags (tag, post_id) select translate(md5(id::text), '0123456789', 'abcdefabcd'), id from added`)
  await db.rows(sql`
    with added as (insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, ${user}, 'bbbb', 'bbbb',
        case when n % 3 = 0 then 'everyone' else 'followers' end, true, now() from generate_series(1, 3000) n
      returning id),
    tags as (insert into post_tags (tag, post_id) select 'aaaa', id from added),
    saved as (insert into saves (post_id, user_id, created_at) select id, ${user}, now() from added)
    insert into post_pets (pet_id, post_id) select ${user}, id from added`)
  await db.rows(sql`
    with said as (insert into comments (id, post_id, author_id, parent_id, text, created_at)
      select ('00000000-0000-7000-a000-' || lpad(to_hex(follower_count), 12, '0'))::uuid, ${user}, id, null, '', now()
      from users where follower_count <= 5 returning id)
    insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
    select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ${user}, ${user}, said.id, said.id, 1, '',
      now()
    from generate_series(1, 3000) n join said on n % 5 + 1 = ('x' || right(said.id::text, 8))::bit(32)::int`)
  await db.rows(sql`insert into post_pets (pet_id, post_id) select id, id from users`)
  await db.rows(sql`insert into saves (post_id, user_id, created_at) select id, id, now() from users`)
  await db.rows(sql`update users set fullname = 'Biscuit ' || fullname where follower_count % 300 = 0`)
  await db.rows(sql`update pets set name = 'Biscuit' where follower_count % 300 = 0`)
  await db.rows(sql`
    insert into follows (follower_id, followee_id, created_at)
    select ${user}, id, now() - make_interval(secs => follower_count) from users
    where follower_count between 2 and 2000`)
  await db.rows(sql`
    insert into follows (follower_id, followee_id, created_at)
    select id, ${user}, now() - make_interval(secs => follower_count) from users
    where follower_count between 2 and 5000`)
  await db.rows(
    sql`insert into pet_follows (user_id, pet_id, created_at)
    select ${user}, id, now() from pets where follower_count < 500 union select id, id, now() from pets`,
  )
}

const database = seededDatabaseForFile(seed)

const seededTables = [
  'users',
  'pets',
  'pet_people',
  'posts',
  'post_tags',
  'tag_counts',
  'place_counts',
  'post_pets',
  'author_newest_posts',
  'pet_newest_posts',
  'follows',
  'pet_follows',
  'saves',
  'comments',
]
/** Returns the indexes used by the statements of `run`, and the seeded tables scanned in full. */
const explainQuery = (run: (db: Db) => Promise<unknown>) => explainPlans(database, run, seededTables)

const createQuery = (plain: string) => ({
  viewer: user,
  term: parseTestSearchTerm(plain),
  after: undefined,
  limit: 11,
  now: new Date(),
})

describe('search query plan', () => {
  it.each(['biscuit', 'bi'])('reads users through indexes for the term "%s"', async (q) => {
    const { indexes, scanned } = await explainQuery((db) => selectUserHits(db, createQuery(q)))
    expect(indexes).toEqual(expect.arrayContaining(['users_search', 'users_by_plain_name', 'users_username_bytes']))
    expect(scanned).toEqual([])
  })

  it.each(['biscuit', 'bi'])('reads pets through indexes for the term "%s"', async (q) => {
    const { indexes, scanned } = await explainQuery((db) => selectPetHits(db, createQuery(q)))
    expect(indexes).toEqual(expect.arrayContaining(['pets_search', 'pets_by_plain_name']))
    expect(scanned).toEqual([])
  })

  it.each(['biscuit', 'bi'])('reads posts through an index for the term "%s"', async (q) => {
    const { indexes, scanned } = await explainQuery((db) => selectPostHits(db, createQuery(q)))
    expect(indexes).toContain('posts_search')
    expect(scanned).toEqual([])
  })

  it.each(['biscuit', 'bi'])('reads tags and places through an index for the term "%s"', async (q) => {
    const tags = await explainQuery((db) => selectTagHits(db, createQuery(q)))
    expect([tags.indexes.includes('tag_counts_search'), tags.scanned]).toEqual([true, []])
    const places = await explainQuery((db) => selectPlaceHits(db, createQuery(q)))
    expect([places.indexes.includes('place_counts_search'), places.scanned]).toEqual([true, []])
  })
})

describe('search query plan for a single character', () => {
  it('reads users and pets through an index, most followed first', async () => {
    const users = await explainQuery((db) => selectUserHits(db, createQuery('b')))
    expect([users.indexes.includes('users_most_followed'), users.scanned]).toEqual([true, []])
    const pets = await explainQuery((db) => selectPetHits(db, createQuery('b')))
    expect([pets.indexes.includes('pets_most_followed'), pets.scanned]).toEqual([true, []])
  })

  it('reads posts through an index, newest first', async () => {
    const { indexes, scanned } = await explainQuery((db) => selectPostHits(db, createQuery('b')))
    expect([indexes.includes('posts_pkey'), scanned]).toEqual([true, []])
  })

  it('scans no table in full for an emoji', async () => {
    for (const select of [selectUserHits, selectPetHits, selectTagHits, selectPlaceHits])
      expect((await explainQuery((db) => select(db, createQuery('🐶')))).scanned).toEqual([])
    expect((await explainQuery((db) => selectPostHits(db, createQuery('🐶')))).indexes).toContain('posts_search')
  })
})

describe('list query plan', () => {
  const page = { viewer: user, before: MAX_ID, most: 11 }
  const lists: [string, string, (db: Db) => Promise<unknown>][] = [
    ['a user', 'posts_by_author', (db) => selectPostIdsByAuthor(db, user, page, MAX_ID)],
    ['a tag', 'post_tags_tag_post_id_pk', (db) => selectPostIdsByTag(db, 'aaaa', page)],
    ['a pet', 'post_pets_pet_id_post_id_pk', (db) => selectPostIdsByPet(db, user as string as PetId, page)],
    ['a user’s saves', 'saves_by_user', (db) => selectSaves(db, user, undefined, 11)],
  ]
  it.each(lists)('reads the posts of %s through indexes', async (_what, index, run) => {
    const { indexes, scanned } = await explainQuery(run)
    expect(indexes).toEqual(expect.arrayContaining([index, 'posts_pkey', 'users_pkey']))
    expect(scanned).toEqual([])
  })

  const feed = (db: Db) => selectFeed(db, user, MAX_ID, 21, new Date())
  it('reads the feed through indexes, without a full scan of a table', async () => {
    const { indexes, scanned } = await explainQuery(feed)
    const stored = ['author_newest_posts_pkey', 'pet_newest_posts_pkey']
    const read = ['posts_pkey', 'post_pets_of_post', 'posts_by_author', 'post_pets_pet_id_post_id_pk']
    expect(indexes).toEqual(expect.arrayContaining([...stored, ...read]))
    expect(scanned).toEqual([])
  })

  it('reads fewer than 300 posts for a feed page of a user who follows 2,000 users', async () => {
    const posts = await countPlanRows(database, 'posts', feed)
    const shown = await countPlanRows(database, 'post_pets', feed)
    // For each post on the page, the query reads that post, and the rows of its author and its pet.
    expect([posts.isScanned, shown.isScanned, posts.read < 300, shown.read < 300]).toEqual([false, false, true, true])
    const { read, isScanned } = await countPlanRows(database, 'author_newest_posts', feed)
    expect([isScanned, read]).toEqual([false, 1_999])
  })

  it('reads first-level comments through an index that contains no replies', async () => {
    const post = user as string as VisiblePostId
    const page = { post, from: MIN_ID, limit: 11, chainOf: user as string as CommentId }
    const parts = ['first', 'last', 'around', 'after', 'before'] as const
    const reads: ((db: Db) => Promise<unknown>)[] = [
      (db) => selectNewestComments(db, user, [post], 4),
      ...parts.map((part) => (db: Db) => selectFirstLevelPage(db, user, part, page)),
    ]
    for (const read of reads) {
      const { indexes, scanned } = await explainQuery(read)
      expect([indexes.includes('comments_first_level'), indexes.includes('comments_of_post')]).toEqual([true, false])
      expect(scanned).toEqual([])
    }
  })

  it('reads a page of a thread through an index, on a post with 3,000 replies', async () => {
    const query = {
      post: user as string as VisiblePostId,
      root: user as string as CommentId,
      after: MIN_ID,
      limit: 21,
    }
    const { indexes, scanned } = await explainQuery((db) => selectThread(db, user, query))
    expect(indexes).toContain('comments_of_root')
    expect(scanned).toEqual([])
  })

  it('reads mention suggestions through indexes', async () => {
    const query = { viewer: user, pattern: 'bi%', post: user as string as PostId, limit: 8 }
    const connectedUsers = await explainQuery((db) => selectConnectedUsers(db, query))
    expect([connectedUsers.indexes.includes('follows_newest'), connectedUsers.scanned]).toEqual([true, []])
    const namedUsers = await explainQuery((db) => selectUsersByNamePrefix(db, query))
    // `follows` is read because full names of private accounts match only for their followers.
    const byName = ['follows_follower_id_followee_id_pk', 'users_search_fullname', 'users_username_bytes']
    expect([namedUsers.indexes, namedUsers.scanned]).toEqual([byName, []])
    const tags = await explainQuery((db) => selectTagsByPrefix(db, query))
    expect([tags.indexes.includes('post_tags_search'), tags.scanned]).toEqual([true, []])
  })

  it('reads Explore through indexes', async () => {
    const { indexes, scanned } = await explainQuery((db) => selectExplorePostIds(db, user, MAX_ID, 11, new Date()))
    expect(indexes).toEqual(expect.arrayContaining(['posts_pkey', 'posts_by_author']))
    expect(scanned).toEqual([])
  })

  it('reads only the newest rows for posts of a species and for trending tags, through an index', async () => {
    const query = { viewer: user, before: MAX_ID, most: 25 }
    const species = await explainQuery((db) => selectSpeciesPostIds(db, 'dog', query, new Date()))
    expect([species.indexes.includes('post_pets_by_species'), species.scanned]).toEqual([true, []])
    const trend = { since: new Date(0), now: new Date(), limit: 10 }
    const tags = await explainQuery((db) => selectTrendingTags(db, user, trend))
    expect([tags.indexes.includes('post_tags_of_post'), tags.scanned]).toEqual([true, []])
    // The query counts at most 4,000 tag uses; the test data has 9,000.
    const read = await countPlanRows(database, 'post_tags', (db) => selectTrendingTags(db, user, trend))
    expect(read.read).toBeLessThanOrEqual(4000)
    const shown = await countPlanRows(database, 'post_pets', (db) => selectSpeciesPostIds(db, 'dog', query, new Date()))
    expect(shown.read).toBeLessThan(6000)
  })

  it('reads suggestions through indexes, most followed first', async () => {
    const users = await explainQuery((db) => selectSuggestedUsers(db, user, 5))
    expect([users.indexes.includes('users_most_followed'), users.scanned]).toEqual([true, []])
    const pets = await explainQuery((db) => selectSuggestedPets(db, user, new Date(), 5))
    expect([pets.indexes.includes('pets_most_followed'), pets.scanned]).toEqual([true, []])
  })

  it('reads followers and followed users through indexes', async () => {
    const page = { user, q: '', after: undefined, limit: 11 }
    const followers = await explainQuery((db) => selectFollowers(db, user, page))
    expect([followers.indexes.includes('follows_of_followee'), followers.scanned]).toEqual([true, []])
    const following = await explainQuery((db) => selectFollowing(db, user, page))
    expect([following.indexes.includes('follows_newest'), following.scanned]).toEqual([true, []])
  })

  it('reads the followed users of a public user through an index', async () => {
    const { indexes } = await explainQuery((db) => selectPublicUser(db, user, user))
    expect(indexes).toContain('follows_newest')
  })

  it('contains a full scan of `users` for a control query that no index supports', async () => {
    const { scanned } = await explainQuery((db) => db.rows(sql`select 1 from users where bio = 'x'`))
    expect(scanned).toEqual(['users'])
  })
})
