import type { CollectionId, DraftId, ExportId, ImportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { newId } from '#platform/database/id.ts'
import {
  casesForEach,
  fillPath,
  type MatrixRow,
  type RowOptions,
  requestTo,
  statusIfSignedIn,
  successStatus,
} from './matrix-rows.ts'
import { type MatrixWorld, maySeePost, postKinds } from './matrix-world.ts'

const kinds = ['of the author', 'made up'] as const

/** Cases for a draft of the author. Other viewers get 404. */
export const draftCases =
  (more: RowOptions = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(kinds, (kind, viewer) => ({
      make: async ({ server, people }) => {
        const id = newId<DraftId>(server.clock.now())
        const now = server.clock.now().toISOString()
        if (kind !== 'made up')
          await server.deps.database.rows(sql`
            insert into drafts (id, user_id, caption, place, audience, replies, created_at, updated_at)
            values (${id}, ${people.author.id}, 'half a', '', 'everyone', 'everyone', ${now}, ${now})`)
        return requestTo(fillPath(endpoint, 'id', id), more)
      },
      expected: statusIfSignedIn(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : successStatus(endpoint, more.ok),
      ),
    }))

/** Cases for a failed export of the author. Other viewers get 404. */
export const exportCases = (more: RowOptions = {}) => failedObjectCases('exports', more)

/** Cases for a failed import of the author. Other viewers get 404. */
export const importCases = (more: RowOptions = {}) => failedObjectCases('imports', more)

const failedObjectCases =
  (table: 'exports' | 'imports', more: RowOptions): MatrixRow =>
  (endpoint) =>
    casesForEach(kinds, (kind, viewer) => ({
      make: async ({ server, people }) => {
        const id = newId<ExportId | ImportId>(server.clock.now())
        const now = server.clock.now().toISOString()
        if (kind !== 'made up')
          await server.deps.database.rows(sql`
            insert into ${sql.identifier(table)} (id, user_id, state, created_at, touched_at)
            values (${id}, ${people.author.id}, 'failed', ${now}, ${now})`)
        return requestTo(fillPath(endpoint, 'id', id), more)
      },
      expected: statusIfSignedIn(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : successStatus(endpoint, more.ok),
      ),
    }))

async function insertCollection({ server }: MatrixWorld, owner: { id: string }): Promise<CollectionId> {
  const id = newId<CollectionId>(server.clock.now())
  await server.deps.database.rows(sql`
    insert into collections (id, user_id, name, created_at)
    values (${id}, ${owner.id}, ${id}, ${server.clock.now().toISOString()})`)
  return id
}

/** Cases for a collection of the author. Other viewers get 404. */
export const collectionCases =
  (more: RowOptions = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(kinds, (kind, viewer) => ({
      make: async (world) => {
        const id =
          kind === 'made up' ? newId(world.server.clock.now()) : await insertCollection(world, world.people.author)
        return requestTo(fillPath(endpoint, 'id', id), more)
      },
      expected: statusIfSignedIn(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : successStatus(endpoint, more.ok),
      ),
    }))

/** Cases for adding a post in every state to the viewer's collection, or removing it. */
export const collectionPostCases: MatrixRow = (endpoint) =>
  casesForEach(postKinds, (kind, viewer) => ({
    make: async (world) => {
      const collection = await insertCollection(
        world,
        world.people[viewer === 'visitor' || viewer === 'erased' ? 'author' : viewer],
      )
      return requestTo(fillPath(endpoint, 'id', collection).replace(':postId', await world.post(kind)), {})
    },
    expected: statusIfSignedIn(endpoint, viewer, () => (maySeePost(viewer, kind) ? successStatus(endpoint) : 404)),
  }))
