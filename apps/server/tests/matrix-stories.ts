import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { newId } from '#platform/database/id.ts'
import { day } from '#testing/clock.ts'
import { aPet, aPhoto, type TestUser } from '#testing/fixtures.ts'
import { casesForEach, fillPath, type MatrixRow, requestTo, statusIfSignedIn, successStatus } from './matrix-rows.ts'
import { type MatrixWorld, maySeePost, type PostKind, type Viewer } from './matrix-world.ts'

/** Maps each state of a story to the state of a post with the same viewers. `kept` is a highlight older than a day. */
const asPost = {
  open: 'open',
  'for followers': 'for followers',
  'not ready': 'not ready',
  kept: 'open',
  'kept for followers': 'for followers',
  ended: 'deleted',
  'by a minor': 'by a minor',
  'by a deleted account': 'by a deleted account',
  'by a suspended account': 'by a suspended account',
  'taken down': 'taken down',
  'made up': 'made up',
} as const satisfies Record<string, PostKind>
type StoryKind = keyof typeof asPost
const storyKinds = Object.keys(asPost) as StoryKind[]

/** Inserts a story in this state that shows `pet`. Each story has its own pet: highlights per pet are limited. */
async function makeStory(
  { server, people, goneAuthor, minorAuthor, suspendedAuthor }: MatrixWorld,
  kind: StoryKind,
  pet: PetId,
): Promise<StoryId> {
  const { database, clock } = server.deps
  const id = newId<StoryId>(clock.now())
  if (kind === 'made up') return id
  const otherAuthors = {
    'by a deleted account': goneAuthor,
    'by a minor': minorAuthor,
    'by a suspended account': suspendedAuthor,
  }
  const author = (otherAuthors[kind as keyof typeof otherAuthors] as TestUser | undefined) ?? people.author
  const photo = await aPhoto(server, author, { attached: true })
  const isOver = kind === 'ended' || asPost[kind] !== kind
  const expiresAt = new Date(clock.now().getTime() + (isOver ? 0 : day)).toISOString()
  await database.rows(sql`
    with story as (
      insert into stories (id, author_id, photo_id, caption, alt, audience, is_ready, posted_at, expires_at,
        taken_down_at)
      values (${id}, ${author.id}, ${photo}, '', '', ${kind.endsWith('for followers') ? 'followers' : 'everyone'},
        ${kind !== 'not ready'}, ${clock.now().toISOString()}, ${expiresAt},
        ${kind === 'taken down' ? clock.now().toISOString() : null}) returning id),
    kept as (insert into story_highlights (pet_id, story_id, kept_at)
      select ${pet}::uuid, id, now() from story where ${kind.startsWith('kept')})
    insert into story_pets (story_id, pet_id) select id, ${pet}::uuid from story`)
  return id
}

/** Cases for a story in every state. With `only: 'author'`, other viewers get 403. `own` is the author's status. */
export const storyCases =
  (more: { body?: unknown; only?: 'author'; own?: number } = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(storyKinds, (kind, viewer: Viewer) => ({
      make: async (world) => {
        const pet = await aPet(world.server, [world.people.author])
        const path = fillPath(endpoint, 'id', await makeStory(world, kind, pet))
        return requestTo(path.replace(':petId', pet), more)
      },
      expected: statusIfSignedIn(endpoint, viewer, () => {
        if (!maySeePost(viewer, asPost[kind])) return 404
        if (viewer === 'author' && more.own) return more.own
        return more.only && viewer !== more.only ? 403 : successStatus(endpoint)
      }),
    }))
