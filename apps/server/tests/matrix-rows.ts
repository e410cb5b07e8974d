import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PetId, SessionId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { insertSession } from '#features/sign-in/sessions/session-queries.ts'
import { newId } from '#platform/database/id.ts'
import { newToken } from '#platform/security/token.ts'
import { aPet, aPhoto, aUser, givenFollow } from '#testing/given.ts'
import {
  followers,
  isBlockedPair,
  isInDatabase,
  isSignedIn,
  postKinds,
  sees,
  type Viewer,
  viewers,
  type World,
} from './matrix-world.ts'

type Sent = { path: string; body?: unknown; query?: string; as?: { cookie: string } }

/** One request of one viewer in one situation. */
export type Case = {
  situation: string
  viewer: Viewer
  /** Creates the object of the request, and returns the request. */
  make: (world: World, viewer: Viewer) => Promise<Sent>
  /** HTTP status. */
  expected: number
}

/** The outcomes of one endpoint. */
export type Row = (endpoint: Endpoint) => Case[]

export type About = {
  /** Expected status for a permitted viewer; by default that of the contract. */
  ok?: number
  body?: unknown
  query?: string
}

/** Expected status for a permitted viewer: `ok`, or that of the contract. */
export const success = (endpoint: Endpoint, ok?: number) => ok ?? endpoint.status ?? (endpoint.output ? 200 : 204)
export const at = (endpoint: Endpoint, param: string, value: string) => endpoint.path.replace(`:${param}`, value)
export const sent = (path: string, { body, query }: About): Sent => ({
  path,
  ...(body !== undefined && { body }),
  ...(query && { query }),
})

/** One case for each kind and viewer. */
export const every = <Kind extends string>(
  kinds: readonly Kind[],
  caseOf: (kind: Kind, viewer: Viewer) => Pick<Case, 'make' | 'expected'>,
): Case[] => kinds.flatMap((kind) => viewers.map((viewer) => ({ situation: kind, viewer, ...caseOf(kind, viewer) })))

/** 401 to visitors if the endpoint needs a session, else the result of `then`. */
export const signedInFirst = (endpoint: Endpoint, viewer: Viewer, then: () => number) =>
  endpoint.auth !== 'anyone' && !isSignedIn(viewer) ? 401 : then()

/** About a post in every state. `only`: its author may; other viewers who see it get `refused` (403). */
export const aboutPost =
  (more: About & { only?: 'author'; refused?: 404; param?: 'id' | 'postId' } = {}): Row =>
  (endpoint) =>
    every(postKinds, (kind, viewer) => ({
      make: async (world) => sent(at(endpoint, more.param ?? 'id', await world.post(kind)), more),
      expected: signedInFirst(endpoint, viewer, () => {
        if (!sees(viewer, kind)) return 404
        return more.only && viewer !== more.only ? (more.refused ?? 403) : success(endpoint, more.ok)
      }),
    }))

/**
 * About a comment by `by` under a post in every state. `may`: the viewers who may, if they see the post.
 * `evenUnseen`: its author may, even without seeing the post.
 */
export const aboutComment =
  (more: About & { by: 'author' | 'follower'; may: readonly Viewer[]; evenUnseen?: true }): Row =>
  (endpoint) =>
    every(postKinds.filter(isInDatabase), (kind, viewer) => ({
      make: async (world) =>
        sent(at(endpoint, 'id', await world.comment(await world.post(kind), world.people[more.by])), more),
      expected: signedInFirst(endpoint, viewer, () => {
        const isOwn = more.evenUnseen && viewer === more.by && kind !== 'deleted' && kind !== 'taken down'
        if (!sees(viewer, kind) && !isOwn) return 404
        return more.may.includes(viewer) ? success(endpoint, more.ok) : 403
      }),
    }))

/**
 * About the author's account, a deleted one, a suspended one and an unknown one. `self`: status for the author.
 * `blockerMay`: viewers who block the author may.
 * `changesRelation`: new users make the calls, so that the relations in the matrix stay as they are.
 */
export const aboutUser =
  (more: About & { self?: number; by?: 'id' | 'username'; changesRelation?: true; blockerMay?: true } = {}): Row =>
  (endpoint) =>
    every(['the author', 'marked deleted', 'suspended', 'made up'], (kind, viewer) => ({
      make: async ({ server, people, goneAuthor, suspendedAuthor }) => {
        const users = {
          'the author': people.author,
          'marked deleted': goneAuthor,
          suspended: suspendedAuthor,
          'made up': { id: randomUUID(), username: 'nobody.here' },
        }
        const user = users[kind]
        const call = sent(at(endpoint, more.by ?? 'id', user[more.by ?? 'id']), more)
        if (!more.changesRelation || !isSignedIn(viewer) || viewer === 'author' || isBlockedPair(viewer)) return call
        const as = await aUser(server)
        if (followers.includes(viewer)) await givenFollow(server, as, people.author)
        return { ...call, as }
      },
      expected: signedInFirst(endpoint, viewer, () => {
        if (kind !== 'the author' || (isBlockedPair(viewer) && !(more.blockerMay && viewer === 'blocker'))) return 404
        return viewer === 'author' && more.self ? more.self : success(endpoint, more.ok)
      }),
    }))

type MadeBody = (world: World, viewer: Viewer) => Promise<unknown>

const petKinds = ['of the author', 'removed', 'made up'] as const

type AboutPet = Omit<About, 'body'> & {
  only?: 'author'
  body?: MadeBody
  by?: 'slug'
  /** Other path parameters besides the pet. */
  fill?: (world: World, pet: PetId) => Promise<Record<string, string>>
}

/** About a pet of the author, a deleted one and an unknown one. `only`: its people may, others get 403. */
export const aboutPet =
  (more: AboutPet = {}): Row =>
  (endpoint) =>
    every(petKinds, (kind, viewer) => ({
      make: async (world) => {
        const { server, people } = world
        const id = kind === 'made up' ? newId<PetId>(server.clock.now()) : await aPet(server, [people.author])
        if (kind === 'removed')
          await server.deps.database.rows(sql`update pets set deleted_at = now() where id = ${id}`)
        const slug = `rex-${id.slice(-12)}` // as `aPet` makes it
        const body = await more.body?.(world, viewer)
        const path = at(endpoint, more.by ?? 'id', more.by ? slug : id)
        const named = kind === 'made up' ? undefined : await more.fill?.(world, id)
        const filled = path.replace(/:(\w+)/g, (_, param: string) => named?.[param] ?? randomUUID())
        return sent(filled, { ...more, body })
      },
      expected: signedInFirst(endpoint, viewer, () => {
        if (kind !== 'of the author' || isBlockedPair(viewer)) return 404
        return more.only && viewer !== more.only ? 403 : success(endpoint, more.ok)
      }),
    }))

/** The only owner of the pet, who cannot be removed. */
export const lastOwner = async ({ people }: World) => ({ user: people.author.id })

/** A ready photo of the viewer that nothing shows yet. */
export const photoOf = ({ server, people }: World, viewer: Viewer) =>
  aPhoto(server, viewer === 'visitor' || viewer === 'erased' ? people.author : people[viewer])

/** About an unattached photo of the author; others get 404. */
export const aboutPhoto =
  (more: About = {}): Row =>
  (endpoint) =>
    every(['of the author', 'made up'], (kind, viewer) => ({
      make: async (world) =>
        sent(at(endpoint, 'id', kind === 'made up' ? randomUUID() : await photoOf(world, 'author')), more),
      expected: signedInFirst(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : success(endpoint, more.ok),
      ),
    }))

/** About another session of the author; others get 404. */
export const aboutSession: Row = (endpoint) =>
  every(['of the author', 'made up'], (kind, viewer) => ({
    make: async ({ server, people }) => {
      const id = newId<SessionId>(server.clock.now())
      const { hash } = newToken()
      const session = { id, hash, userId: people.author.id, label: '', network: '', now: server.clock.now() }
      if (kind !== 'made up') await insertSession(server.deps.database, session)
      return sent(at(endpoint, 'id', id), {})
    },
    expected: signedInFirst(endpoint, viewer, () =>
      kind === 'made up' || viewer !== 'author' ? 404 : success(endpoint),
    ),
  }))

/** The same status for every viewer who may call. `path`: filled in, if the endpoint has parameters. */
export const sameStatus =
  (
    more: Omit<About, 'body'> & { path?: string; body?: (world: World, viewer: Viewer) => Promise<unknown> } = {},
  ): Row =>
  (endpoint) =>
    every(['always'], (_kind, viewer) => ({
      make: async (world) => sent(more.path ?? endpoint.path, { ...more, body: await more.body?.(world, viewer) }),
      expected: signedInFirst(endpoint, viewer, () => success(endpoint, more.ok)),
    }))

/** Like `sameStatus`, but new users make the calls, because they end sessions or change the account. */
export const sameStatusByNewUser =
  (more: About = {}): Row =>
  (endpoint) =>
    every(['always'], (_kind, viewer) => ({
      make: async ({ server }) => ({
        ...sent(endpoint.path, more),
        ...(isSignedIn(viewer) && { as: await aUser(server) }),
      }),
      expected: signedInFirst(endpoint, viewer, () => success(endpoint, more.ok)),
    }))
