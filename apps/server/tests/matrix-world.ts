import type { CommentId, PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { newId } from '#platform/id.ts'
import { aPet, aPhoto, aUser, givenFollow, givenHide, markDeleted, type TestUser } from '#testing/given.ts'
import type { TestServer } from '#testing/server.ts'

/**
 * Who asks: how they stand to the author of what is asked for. `gone`: their account is marked deleted; `hider`:
 * they hide the author's posts, follow them none the less, and pay for it no more.
 */
export const viewers = ['visitor', 'gone', 'stranger', 'follower', 'hider', 'author'] as const
export type Viewer = (typeof viewers)[number]

/** What a post may be. `by one gone`: its author's account is marked deleted. */
export const postKinds = ['open', 'for followers', 'not ready', 'deleted', 'by one gone', 'made up'] as const
export type PostKind = (typeof postKinds)[number]

/** Who may see a post of each kind: the rule of security.md §5 that every route must agree with. */
const seenBy: Record<PostKind, readonly Viewer[]> = {
  open: viewers,
  'for followers': ['follower', 'hider', 'author'],
  'not ready': ['author'],
  deleted: [],
  'by one gone': [],
  'made up': [],
}
export const sees = (viewer: Viewer, kind: PostKind) => seenBy[kind].includes(viewer)

export const isSignedIn = (viewer: Viewer) => viewer !== 'visitor' && viewer !== 'gone'

/** The people of the matrix, and ways to make things of the author's. */
export type World = {
  server: TestServer
  people: Record<Exclude<Viewer, 'visitor'>, TestUser>
  /** Somebody with posts whose account is marked deleted. */
  goneAuthor: TestUser
  /** A pet of the author's. */
  pet: PetId
  tag: string
  post(kind: PostKind): Promise<PostId>
  comment(on: PostId, by: { id: UserId }): Promise<CommentId>
}

export async function makeWorld(server: TestServer): Promise<World> {
  const [author, follower, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
  const [gone, goneAuthor, hider] = [await aUser(server), await aUser(server), await aUser(server)]
  await givenFollow(server, follower, author)
  await givenFollow(server, follower, goneAuthor)
  await givenFollow(server, gone, author)
  await givenFollow(server, hider, author)
  await givenHide(server, hider, { user: author })
  await markDeleted(server, gone)
  await markDeleted(server, goneAuthor)
  // A name of its own: a search finds fifty at once.
  const pet = await aPet(server, [author], `Pip ${author.username}`)
  const tag = `t${author.username}`
  const world = { server, people: { author, follower, stranger, gone, hider }, goneAuthor, pet, tag }
  return {
    ...world,
    post: (kind) => makePost(world, kind),
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
  { server, people, goneAuthor, pet, tag }: Omit<World, 'post' | 'comment'>,
  kind: PostKind,
): Promise<PostId> {
  const { database, clock } = server.deps
  const id = newId<PostId>(clock.now())
  if (kind === 'made up') return id
  const author = kind === 'by one gone' ? goneAuthor : people.author
  const now = clock.now().toISOString()
  const photo = await aPhoto(server, author, { attached: true })
  const [audience, ready] = [kind === 'for followers' ? 'followers' : 'everyone', kind !== 'not ready']
  await database.rows(sql`
    with post as (
      insert into posts (id, author_id, caption, place, audience, is_ready, posted_at, deleted_at)
      values (${id}, ${author.id}, ${`#${tag} ${kind}`}, 'Nairobi', ${audience}, ${ready}, ${now},
        ${kind === 'deleted' ? now : null}) returning id),
    photos as (insert into post_photos (post_id, position, photo_id, alt) select id, 0, ${photo}::uuid, '' from post),
    pets as (insert into post_pets (post_id, pet_id) select id, ${pet}::uuid from post)
    insert into post_tags (post_id, tag) select id, ${tag} from post`)
  await database.rows(sql`update users set post_count = post_count + 1 where id = ${author.id}`)
  await database.rows(sql`update pets set post_count = post_count + 1 where id = ${pet}`)
  return id
}
