import type { CommentId, PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { eraseAtOnce } from '#features/erasure/erase-account.ts'
import { appointModerator } from '#features/moderation/appoint-moderator.ts'
import { contextOf, system } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { aPet, aPhoto, aPost, aUser, givenFollow, givenHide, markDeleted, type TestUser } from '#testing/given.ts'
import type { TestServer } from '#testing/server.ts'

/**
 * Who asks: how they stand to the author of what is asked for. `gone`: their account is marked deleted; `erased`:
 * nothing is left of it; `suspended`: by moderators; `minor`: a stranger of 13 to 17; `moderator`: one who moderates;
 * `limited`: a stranger whom moderators have limited;
 * `hider`:
 * they hide the author's posts, follow them none the less, and pay for it no more; `muter`: follows them and has them
 * muted; `friend`: a close friend, who does not follow; `filterer`: follows them and filters the species of their pet;
 * `blocked` by the author; `blocker`: blocks the author. Both followed them once.
 */
export const viewers = [
  'visitor',
  'gone',
  'erased',
  'suspended',
  'stranger',
  'minor',
  'moderator',
  'limited',
  'follower',
  'hider',
  'muter',
  'friend',
  'filterer',
  'blocked',
  'blocker',
  'author',
] as const
export type Viewer = (typeof viewers)[number]

/**
 * What a post may be. `by one private`: whose account is private, otherwise they are to everybody what the author is.
 * `by one gone`: its author's account is marked deleted. `by one erased`: was, and is erased with it. `by a minor`: of
 * 13 to 17, followed by those who follow the author. `hidden`, `taken down`, `by one suspended`: by moderators.
 */
export const postKinds = [
  'open',
  'for followers',
  'for close friends',
  'by one private',
  'by a minor',
  'not ready',
  'archived',
  'hidden',
  'taken down',
  'deleted',
  'by one suspended',
  'by one gone',
  'by one erased',
  'made up',
] as const
export type PostKind = (typeof postKinds)[number]

/** There is a row of it. */
export const isInDatabase = (kind: PostKind) => kind !== 'made up' && kind !== 'by one erased'

/** It is archived, whoever did it. */
export const isOff = (kind: PostKind) => ['archived', 'hidden', 'taken down'].includes(kind)

/** Those who follow the author. */
export const followers: readonly Viewer[] = ['follower', 'hider', 'muter', 'filterer']

/** The author and they do not exist for each other. */
export const isApart = (viewer: Viewer) => viewer === 'blocked' || viewer === 'blocker'

/** Who may see a post of each kind: the rule of security.md §5 that every route must agree with. */
const seenBy: Record<PostKind, readonly Viewer[]> = {
  open: viewers.filter((viewer) => !isApart(viewer)),
  'for followers': [...followers, 'author'],
  'for close friends': ['friend', 'author'],
  'by one private': followers,
  'by a minor': followers,
  'not ready': ['author'],
  archived: ['author'],
  hidden: ['author'],
  'taken down': [],
  'by one suspended': [],
  deleted: [],
  'by one gone': [],
  'by one erased': [],
  'made up': [],
}
export const sees = (viewer: Viewer, kind: PostKind) => seenBy[kind].includes(viewer)

export const isSignedIn = (viewer: Viewer) => !['visitor', 'gone', 'erased', 'suspended'].includes(viewer)

/** The people of the matrix, and ways to make things of the author's. */
export type World = {
  server: TestServer
  people: Record<Exclude<Viewer, 'visitor'>, TestUser>
  /** Somebody with posts whose account is marked deleted. */
  goneAuthor: TestUser
  /** Somebody whose account is private, followed by those who follow the author. */
  privateAuthor: TestUser
  /** Somebody of 13 to 17, whose account is therefore private, followed by the same. */
  minorAuthor: TestUser
  /** Somebody with posts whose account is suspended. */
  suspendedAuthor: TestUser
  /** A pet of the author's. */
  pet: PetId
  tag: string
  post(kind: PostKind): Promise<PostId>
  comment(on: PostId, by: { id: UserId }): Promise<CommentId>
}

async function makePeople(server: TestServer) {
  const names = viewers.filter((viewer) => viewer !== 'visitor')
  const made = await Promise.all(names.map(async (name) => [name, await aUser(server)] as const))
  // Every name of the list stands in the record.
  return Object.fromEntries(made) as World['people']
}

/** Makes them stand to the author as their names say. */
async function relate(server: TestServer, people: World['people'], authors: TestUser[]) {
  for (const author of authors)
    for (const name of [...followers, 'gone', 'erased', 'suspended', 'blocked', 'blocker'] as Exclude<
      Viewer,
      'visitor'
    >[])
      await givenFollow(server, people[name], author)
  const [author] = authors
  if (!author) return
  await server.call(people.author, 'PUT', `/api/close-friends/${people.friend.id}`)
  await server.call(people.filterer, 'PUT', '/api/species-filter', { species: ['reptile'], words: [] })
  await server.deps.database.rows(sql`
    insert into mutes (user_id, muted_id, created_at)
    values (${people.muter.id}, ${author.id}, ${server.clock.now().toISOString()})`)
  for (const other of authors) {
    await givenHide(server, people.hider, { user: other })
    await server.call(other, 'PUT', `/api/users/${people.blocked.id}/block`)
    await server.call(people.blocker, 'PUT', `/api/users/${other.id}/block`)
  }
  await markDeleted(server, people.gone)
  await suspend(server, people.suspended)
  await erase(server, people.erased)
}

const erase = (server: TestServer, { id }: TestUser) => eraseAtOnce(contextOf(server.deps, system), id)
const suspend = (server: TestServer, { id }: TestUser) =>
  server.deps.database.rows(sql`update users set state = 'suspended' where id = ${id}`)
const beMinor = (server: TestServer, who: TestUser) => server.call(who, 'PUT', '/api/account/age', { band: '13-to-17' })

/** A post that went with the account of its author: one for all, for it does not come back. */
async function erasedPost(server: TestServer): Promise<PostId> {
  const author = await aUser(server)
  const { id } = await aPost(server, author)
  await erase(server, author)
  return id
}

export async function makeWorld(server: TestServer): Promise<World> {
  const people = await makePeople(server)
  const [goneAuthor, privateAuthor, minorAuthor] = [await aUser(server), await aUser(server), await aUser(server)]
  const suspendedAuthor = await aUser(server)
  await beMinor(server, people.minor)
  await beMinor(server, minorAuthor)
  await appointModerator(contextOf(server.deps, system), people.moderator.username, 'moderator')
  await relate(server, people, [people.author, privateAuthor, minorAuthor])
  await givenFollow(server, people.follower, people.limited)
  await server.deps.database.rows(sql`update users set is_limited = true where id = ${people.limited.id}`)
  await suspend(server, suspendedAuthor)
  await givenFollow(server, people.follower, goneAuthor)
  await server.call(privateAuthor, 'PUT', '/api/profile/privacy', { isPrivate: true })
  await markDeleted(server, goneAuthor)
  const { author } = people
  // A name of its own: a search finds fifty at once.
  const pet = await aPet(server, [author], `Pip ${author.username}`)
  await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${pet}`)
  const tag = `t${author.username}`
  const authors = { goneAuthor, privateAuthor, minorAuthor, suspendedAuthor }
  const world = { server, people, ...authors, pet, tag }
  const erased = await erasedPost(server)
  return {
    ...world,
    post: async (kind) => (kind === 'by one erased' ? erased : makePost(world, kind)),
    comment: async (on, by) => {
      const id = newId<CommentId>(server.clock.now())
      await server.deps.database.rows(sql`
        with counted as (update posts set comment_count = comment_count + 1 where id = ${on})
        insert into comments (id, post_id, author_id, text, created_at)
        values (${id}, ${on}, ${by.id}, 'said', ${server.clock.now().toISOString()})`)
      return id
    },
  }
}

/** Rows as they stand in each kind of post, with a photo, the author's pet and the tag. */
async function makePost(
  { server, people, pet, tag, ...authors }: Omit<World, 'post' | 'comment'>,
  kind: PostKind,
): Promise<PostId> {
  const { database, clock } = server.deps
  const id = newId<PostId>(clock.now())
  if (kind === 'made up') return id
  const others = {
    'by one gone': authors.goneAuthor,
    'by one private': authors.privateAuthor,
    'by a minor': authors.minorAuthor,
    'by one suspended': authors.suspendedAuthor,
  }
  const other = others[kind as keyof typeof others] as TestUser | undefined
  const author = other ?? people.author
  const now = clock.now().toISOString()
  const photo = await aPhoto(server, author, { attached: true })
  const audiences: Partial<Record<PostKind, string>> = {
    'for followers': 'followers',
    'for close friends': 'close-friends',
  }
  const [audience, ready] = [audiences[kind] ?? 'everyone', kind !== 'not ready']
  await database.rows(sql`
    with post as (
      insert into posts (id, author_id, caption, place, audience, is_ready, posted_at, archived_at, deleted_at,
        hidden_at, taken_down_at)
      values (${id}, ${author.id}, ${`#${tag} ${kind}`}, 'Nairobi', ${audience}, ${ready}, ${now},
        ${isOff(kind) ? now : null}, ${kind === 'deleted' || kind === 'taken down' ? now : null},
        ${kind === 'hidden' ? now : null}, ${kind === 'taken down' ? now : null}) returning id),
    photos as (insert into post_photos (post_id, position, photo_id, alt) select id, 0, ${photo}::uuid, '' from post),
    pets as (insert into post_pets (post_id, pet_id) select id, ${pet}::uuid from post)
    insert into post_tags (post_id, tag) select id, ${tag} from post`)
  await database.rows(sql`
    update users set post_count = post_count + 1,
      followers_post_count = followers_post_count + ${audience === 'followers' ? 1 : 0}::int,
      friends_post_count = friends_post_count + ${audience === 'close-friends' ? 1 : 0}::int where id = ${author.id}`)
  await database.rows(sql`
    insert into pet_post_counts as n (pet_id, author_id, audience, posts) values (${pet}, ${author.id}, ${audience}, 1)
    on conflict (pet_id, author_id, audience) do update set posts = n.posts + 1`)
  return id
}
