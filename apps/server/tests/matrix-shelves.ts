import type { CollectionId, DraftId, ExportId, ImportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { newId } from '#platform/database/id.ts'
import { type About, at, every, type Row, sent, signedInFirst, success } from './matrix-rows.ts'
import { postKinds, sees, type World } from './matrix-world.ts'

const kinds = ['of the author', 'made up'] as const

/** About a draft of the author; others get 404. */
export const aboutDraft =
  (more: About = {}): Row =>
  (endpoint) =>
    every(kinds, (kind, viewer) => ({
      make: async ({ server, people }) => {
        const id = newId<DraftId>(server.clock.now())
        const now = server.clock.now().toISOString()
        if (kind !== 'made up')
          await server.deps.database.rows(sql`
            insert into drafts (id, user_id, caption, place, audience, replies, created_at, updated_at)
            values (${id}, ${people.author.id}, 'half a', '', 'everyone', 'everyone', ${now}, ${now})`)
        return sent(at(endpoint, 'id', id), more)
      },
      expected: signedInFirst(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : success(endpoint, more.ok),
      ),
    }))

/** About a failed export of the author; others get 404. */
export const aboutExport = (more: About = {}) => aboutFailed('exports', more)

/** About a failed import of the author; others get 404. */
export const aboutImport = (more: About = {}) => aboutFailed('imports', more)

const aboutFailed =
  (table: 'exports' | 'imports', more: About): Row =>
  (endpoint) =>
    every(kinds, (kind, viewer) => ({
      make: async ({ server, people }) => {
        const id = newId<ExportId | ImportId>(server.clock.now())
        const now = server.clock.now().toISOString()
        if (kind !== 'made up')
          await server.deps.database.rows(sql`
            insert into ${sql.identifier(table)} (id, user_id, state, created_at, touched_at)
            values (${id}, ${people.author.id}, 'failed', ${now}, ${now})`)
        return sent(at(endpoint, 'id', id), more)
      },
      expected: signedInFirst(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : success(endpoint, more.ok),
      ),
    }))

async function collectionOf({ server }: World, owner: { id: string }): Promise<CollectionId> {
  const id = newId<CollectionId>(server.clock.now())
  await server.deps.database.rows(sql`
    insert into collections (id, user_id, name, created_at)
    values (${id}, ${owner.id}, ${id}, ${server.clock.now().toISOString()})`)
  return id
}

/** About a collection of the author; others get 404. */
export const aboutCollection =
  (more: About = {}): Row =>
  (endpoint) =>
    every(kinds, (kind, viewer) => ({
      make: async (world) => {
        const id = kind === 'made up' ? newId(world.server.clock.now()) : await collectionOf(world, world.people.author)
        return sent(at(endpoint, 'id', id), more)
      },
      expected: signedInFirst(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : success(endpoint, more.ok),
      ),
    }))

/** Adds or removes a post in every state, in a collection of the viewer. */
export const collectionPostRows: Row = (endpoint) =>
  every(postKinds, (kind, viewer) => ({
    make: async (world) => {
      const collection = await collectionOf(
        world,
        world.people[viewer === 'visitor' || viewer === 'erased' ? 'author' : viewer],
      )
      return sent(at(endpoint, 'id', collection).replace(':postId', await world.post(kind)), {})
    },
    expected: signedInFirst(endpoint, viewer, () => (sees(viewer, kind) ? success(endpoint) : 404)),
  }))
