import type { CommentId, PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { eraseAccountNow } from '#features/erasure/erase-account.ts'
import { appointModerator } from '#features/moderation/appoint-moderator.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { aPet, aPhoto, aPost, aUser, givenFollow, givenHide, markDeleted, type TestUser } from '#testing/fixtures.ts'
import type { TestServer } from '#testing/server.ts'

/**
 * Viewers, by their relation to the author. The account of `gone` is soft-deleted, and that of `erased` is erased.
 * `suspended` was suspended by moderators. `minor` (13 to 17) and `limited` (by moderators) are strangers. `hider` has
 * no Premium, and follows and hides the author. `muter` follows and mutes the author. `filterer` follows the author and
 * filters the species of the author's pet. `friend` is a close friend who does not follow. The author blocks `blocked`,
 * and `blocker` blocks the author. `blocked` and `blocker` followed the author before.
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
 * States of a post. Authors who are private or minors (13 to 17) have the same followers and blocks as the main
 * author. A deleted account is soft-deleted. An erased account is deleted with its post. Moderators hide a post, take
 * it down or suspend its author.
 */
export const postKinds = [
  'open',
  'for followers',
  'for close friends',
  'by a private account',
  'by a minor',
  'not ready',
  'archived',
  'hidden',
  'taken down',
  'deleted',
  'by a suspended account',
  'by a deleted account',
  'by an erased account',
  'made up',
] as const
export type PostKind = (typeof postKinds)[number]

export const isPostInDatabase = (kind: PostKind) => kind !== 'made up' && kind !== 'by an erased account'

/** Whether the author archived the post, or moderators hid it or took it down. */
export const isArchivedOrHidden = (kind: PostKind) => ['archived', 'hidden', 'taken down'].includes(kind)

export const followers: readonly Viewer[] = ['follower', 'hider', 'muter', 'filterer']

/** Whether viewer and author are invisible to each other. */
export const isBlockedPair = (viewer: Viewer) => viewer === 'blocked' || viewer === 'blocker'

/** Viewers who may see a post, by kind of post. The same rule holds on every route. */
const viewersByKind: Record<PostKind, readonly Viewer[]> = {
  open: viewers.filter((viewer) => !isBlockedPair(viewer)),
  'for followers': [...followers, 'author'],
  'for close friends': ['friend', 'author'],
  'by a private account': followers,
  'by a minor': followers,
  'not ready': ['author'],
  archived: ['author'],
  hidden: ['author'],
  'taken down': [],
  'by a suspended account': [],
  deleted: [],
  'by a deleted account': [],
  'by an erased account': [],
  'made up': [],
}
export const maySeePost = (viewer: Viewer, kind: PostKind) => viewersByKind[kind].includes(viewer)

export const isSignedIn = (viewer: Viewer) => !['visitor', 'gone', 'erased', 'suspended'].includes(viewer)

/** The users of the matrix, and functions that create objects of the author. */
export type MatrixWorld = {
  server: TestServer
  people: Record<Exclude<Viewer, 'visitor'>, TestUser>
  /** User with posts and a soft-deleted account. */
  goneAuthor: TestUser
  /** User with a private account, which has the same followers as the author. */
  privateAuthor: TestUser
  /** User aged 13 to 17. The account is therefore private, and it has the same followers as the author. */
  minorAuthor: TestUser
  /** User with posts and a suspended account. */
  suspendedAuthor: TestUser
  pet: PetId
  tag: string
  post(kind: PostKind): Promise<PostId>
  comment(on: PostId, by: { id: UserId }): Promise<CommentId>
}

async function makePeople(server: TestServer) {
  const names = viewers.filter((viewer) => viewer !== 'visitor')
  const entries = await Promise.all(names.map(async (name) => [name, await aUser(server)] as const))
  // The cast is safe: `entries` has a user for each viewer except `visitor`.
  return Object.fromEntries(entries) as MatrixWorld['people']
}

/** Creates the relations of each viewer to the author. */
async function createRelations(server: TestServer, people: MatrixWorld['people'], authors: TestUser[]) {
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

const erase = (server: TestServer, { id }: TestUser) => eraseAccountNow(createContext(server.deps, systemCaller), id)
const suspend = (server: TestServer, { id }: TestUser) =>
  server.deps.database.rows(sql`update users set state = 'suspended' where id = ${id}`)
const makeMinor = (server: TestServer, user: TestUser) =>
  server.call(user, 'PUT', '/api/account/age', { band: '13-to-17' })

/** Returns a post that was erased with its author's account. All cases share it, because erasure is final. */
async function createErasedPost(server: TestServer): Promise<PostId> {
  const author = await aUser(server)
  const { id } = await aPost(server, author)
  await erase(server, author)
  return id
}

export async function createMatrixWorld(server: TestServer): Promise<MatrixWorld> {
  const people = await makePeople(server)
  const [goneAuthor, privateAuthor, minorAuthor] = [await aUser(server), await aUser(server), await aUser(server)]
  const suspendedAuthor = await aUser(server)
  await makeMinor(server, people.minor)
  await makeMinor(server, minorAuthor)
  await appointModerator(createContext(server.deps, systemCaller), people.moderator.username, 'moderator')
  await createRelations(server, people, [people.author, privateAuthor, minorAuthor])
  await givenFollow(server, people.follower, people.limited)
  await server.deps.database.rows(sql`update users set is_limited = true where id = ${people.limited.id}`)
  await suspend(server, suspendedAuthor)
  await givenFollow(server, people.follower, goneAuthor)
  await server.call(privateAuthor, 'PUT', '/api/profile/privacy', { isPrivate: true })
  await markDeleted(server, goneAuthor)
  const { author } = people
  // The pet needs a unique name, because a search returns at most 50 pets.
  const pet = await aPet(server, [author], `Pip ${author.username}`)
  await server.deps.database.rows(sql`update pets set species = 'reptile' where id = ${pet}`)
  const tag = `t${author.username}`
  const authors = { goneAuthor, privateAuthor, minorAuthor, suspendedAuthor }
  const world = { server, people, ...authors, pet, tag }
  const erased = await createErasedPost(server)
  return {
    ...world,
    post: async (kind) => (kind === 'by an erased account' ? erased : makePost(world, kind)),
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

/** Returns a world for calls that change nothing. These calls share a post of each kind and a comment on it. */
export function withSharedPosts(world: MatrixWorld): MatrixWorld {
  const posts = new Map<PostKind, Promise<PostId>>()
  const comments = new Map<string, Promise<CommentId>>()
  return {
    ...world,
    post: (kind) => getOrCreate(posts, kind, () => world.post(kind)),
    comment: (on, by) => getOrCreate(comments, `${on} ${by.id}`, () => world.comment(on, by)),
  }
}

function getOrCreate<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

/** Inserts a post of this kind with a photo, the author's pet and the tag. */
async function makePost(
  { server, people, pet, tag, ...authors }: Omit<MatrixWorld, 'post' | 'comment'>,
  kind: PostKind,
): Promise<PostId> {
  const { database, clock } = server.deps
  const id = newId<PostId>(clock.now())
  if (kind === 'made up') return id
  const otherAuthors = {
    'by a deleted account': authors.goneAuthor,
    'by a private account': authors.privateAuthor,
    'by a minor': authors.minorAuthor,
    'by a suspended account': authors.suspendedAuthor,
  }
  const other = otherAuthors[kind as keyof typeof otherAuthors] as TestUser | undefined
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
        ${isArchivedOrHidden(kind) ? now : null}, ${kind === 'deleted' || kind === 'taken down' ? now : null},
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
