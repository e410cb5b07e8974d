import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { PetId, SessionId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { insertSession } from '#features/sign-in/sessions/session-queries.ts'
import { newId } from '#platform/database/id.ts'
import { newToken } from '#platform/security/token.ts'
import { aPet, aPhoto, aUser, givenFollow } from '#testing/fixtures.ts'
import {
  followers,
  isBlockedPair,
  isPostInDatabase,
  isSignedIn,
  type MatrixWorld,
  maySeePost,
  postKinds,
  type Viewer,
  viewers,
} from './matrix-world.ts'

type MatrixRequest = { path: string; body?: unknown; query?: string; as?: { cookie: string } }

/** A test case: a viewer sends a request about an object in a certain state. */
export type MatrixCase = {
  situation: string
  viewer: Viewer
  /** Creates the object that the request is about, and returns the request. */
  make: (world: MatrixWorld, viewer: Viewer) => Promise<MatrixRequest>
  expected: number
}

/** A function that returns the test cases of an endpoint. */
export type MatrixRow = (endpoint: Endpoint) => MatrixCase[]

export type RowOptions = {
  /** Expected status for a permitted viewer; by default the endpoint's success status. */
  ok?: number
  body?: unknown
  query?: string
}

/** Returns `ok` if given, or else the success status that the API contract declares. */
export const successStatus = (endpoint: Endpoint, ok?: number) => ok ?? endpoint.status ?? (endpoint.output ? 200 : 204)
export const fillPath = (endpoint: Endpoint, param: string, value: string) => endpoint.path.replace(`:${param}`, value)
export const requestTo = (path: string, { body, query }: RowOptions): MatrixRequest => ({
  path,
  ...(body !== undefined && { body }),
  ...(query && { query }),
})

/** Returns one case for each kind and viewer. */
export const casesForEach = <Kind extends string>(
  kinds: readonly Kind[],
  createCase: (kind: Kind, viewer: Viewer) => Pick<MatrixCase, 'make' | 'expected'>,
): MatrixCase[] =>
  kinds.flatMap((kind) => viewers.map((viewer) => ({ situation: kind, viewer, ...createCase(kind, viewer) })))

/** Returns 401 for visitors of an endpoint that needs a session, otherwise the result of `then`. */
export const statusIfSignedIn = (endpoint: Endpoint, viewer: Viewer, then: () => number) =>
  endpoint.auth !== 'anyone' && !isSignedIn(viewer) ? 401 : then()

/** Cases for a post in every state. With `only: 'author'`, other viewers of the post get `refused`, by default 403. */
export const postCases =
  (more: RowOptions & { only?: 'author'; refused?: 404; param?: 'id' | 'postId' } = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(postKinds, (kind, viewer) => ({
      make: async (world) => requestTo(fillPath(endpoint, more.param ?? 'id', await world.post(kind)), more),
      expected: statusIfSignedIn(endpoint, viewer, () => {
        if (!maySeePost(viewer, kind)) return 404
        return more.only && viewer !== more.only ? (more.refused ?? 403) : successStatus(endpoint, more.ok)
      }),
    }))

/**
 * Cases for a comment by `by` on a post in every state. The viewers in `may` are permitted if they can see the post.
 * With `evenUnseen`, the author of the comment is permitted even if they cannot see the post.
 */
export const commentCases =
  (more: RowOptions & { by: 'author' | 'follower'; may: readonly Viewer[]; evenUnseen?: true }): MatrixRow =>
  (endpoint) =>
    casesForEach(postKinds.filter(isPostInDatabase), (kind, viewer) => ({
      make: async (world) =>
        requestTo(fillPath(endpoint, 'id', await world.comment(await world.post(kind), world.people[more.by])), more),
      expected: statusIfSignedIn(endpoint, viewer, () => {
        const isOwn = more.evenUnseen && viewer === more.by && kind !== 'deleted' && kind !== 'taken down'
        if (!maySeePost(viewer, kind) && !isOwn) return 404
        return more.may.includes(viewer) ? successStatus(endpoint, more.ok) : 403
      }),
    }))

/**
 * Cases in which each viewer sends a request about a user. The target is the author, a deleted, a suspended or an
 * unknown user.
 */
export const userCases =
  (
    more: RowOptions & {
      /** Expected status when the author is the sender and the target; by default the status for other viewers. */
      self?: number
      by?: 'id' | 'username'
      /**
       * The request changes follows or blocks, which the shared viewers must keep. So a new user sends it instead, and
       * follows the author if the viewer does. The author and the viewers with a block send it themselves.
       */
      changesRelation?: true
      /** The viewer who blocks the author may send the request. By default this viewer gets 404. */
      blockerMay?: true
    } = {},
  ): MatrixRow =>
  (endpoint) =>
    casesForEach(['the author', 'marked deleted', 'suspended', 'made up'], (kind, viewer) => ({
      make: async ({ server, people, goneAuthor, suspendedAuthor }) => {
        const users = {
          'the author': people.author,
          'marked deleted': goneAuthor,
          suspended: suspendedAuthor,
          'made up': { id: randomUUID(), username: 'unknown.one' },
        }
        const user = users[kind]
        const call = requestTo(fillPath(endpoint, more.by ?? 'id', user[more.by ?? 'id']), more)
        if (!more.changesRelation || !isSignedIn(viewer) || viewer === 'author' || isBlockedPair(viewer)) return call
        const as = await aUser(server)
        if (followers.includes(viewer)) await givenFollow(server, as, people.author)
        return { ...call, as }
      },
      expected: statusIfSignedIn(endpoint, viewer, () => {
        if (kind !== 'the author' || (isBlockedPair(viewer) && !(more.blockerMay && viewer === 'blocker'))) return 404
        return viewer === 'author' && more.self ? more.self : successStatus(endpoint, more.ok)
      }),
    }))

type BodyFactory = (world: MatrixWorld, viewer: Viewer) => Promise<unknown>

const petKinds = ['of the author', 'removed', 'made up'] as const

type PetRowOptions = Omit<RowOptions, 'body'> & {
  only?: 'author'
  body?: BodyFactory
  by?: 'slug'
  /** Returns the path parameters other than the pet. */
  fill?: (world: MatrixWorld, pet: PetId) => Promise<Record<string, string>>
}

/** Cases for the author's pet, a deleted and an unknown pet. With `only`, viewers without a role at the pet get 403. */
export const petCases =
  (more: PetRowOptions = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(petKinds, (kind, viewer) => ({
      make: async (world) => {
        const { server, people } = world
        const id = kind === 'made up' ? newId<PetId>(server.clock.now()) : await aPet(server, [people.author])
        if (kind === 'removed')
          await server.deps.database.rows(sql`update pets set deleted_at = now() where id = ${id}`)
        const slug = `rex-${id.slice(-12)}` // `aPet` sets this slug.
        const body = await more.body?.(world, viewer)
        const path = fillPath(endpoint, more.by ?? 'id', more.by ? slug : id)
        const pathParams = kind === 'made up' ? undefined : await more.fill?.(world, id)
        const filled = path.replace(/:(\w+)/g, (_, param: string) => pathParams?.[param] ?? randomUUID())
        return requestTo(filled, { ...more, body })
      },
      expected: statusIfSignedIn(endpoint, viewer, () => {
        if (kind !== 'of the author' || isBlockedPair(viewer)) return 404
        return more.only && viewer !== more.only ? 403 : successStatus(endpoint, more.ok)
      }),
    }))

/** Returns the path parameter `user` with the only owner of the pet, who cannot be removed. */
export const lastOwnerParams = async ({ people }: MatrixWorld) => ({ user: people.author.id })

/** Inserts a ready photo of the viewer that no post or profile uses yet. */
export const insertPhotoOf = ({ server, people }: MatrixWorld, viewer: Viewer) =>
  aPhoto(server, viewer === 'visitor' || viewer === 'erased' ? people.author : people[viewer])

/** Cases for an unattached photo of the author. Other viewers get 404. */
export const photoCases =
  (more: RowOptions = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(['of the author', 'made up'], (kind, viewer) => ({
      make: async (world) =>
        requestTo(
          fillPath(endpoint, 'id', kind === 'made up' ? randomUUID() : await insertPhotoOf(world, 'author')),
          more,
        ),
      expected: statusIfSignedIn(endpoint, viewer, () =>
        kind === 'made up' || viewer !== 'author' ? 404 : successStatus(endpoint, more.ok),
      ),
    }))

/** Cases for another session of the author. Other viewers get 404. */
export const sessionCases: MatrixRow = (endpoint) =>
  casesForEach(['of the author', 'made up'], (kind, viewer) => ({
    make: async ({ server, people }) => {
      const id = newId<SessionId>(server.clock.now())
      const { hash } = newToken()
      const session = { id, hash, userId: people.author.id, label: '', network: '', now: server.clock.now() }
      if (kind !== 'made up') await insertSession(server.deps.database, session)
      return requestTo(fillPath(endpoint, 'id', id), {})
    },
    expected: statusIfSignedIn(endpoint, viewer, () =>
      kind === 'made up' || viewer !== 'author' ? 404 : successStatus(endpoint),
    ),
  }))

/** Cases with the same status for every permitted viewer. `path`: the endpoint's path with actual parameters. */
export const sameForAll =
  (
    more: Omit<RowOptions, 'body'> & {
      path?: string
      body?: (world: MatrixWorld, viewer: Viewer) => Promise<unknown>
    } = {},
  ): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_kind, viewer) => ({
      make: async (world) => requestTo(more.path ?? endpoint.path, { ...more, body: await more.body?.(world, viewer) }),
      expected: statusIfSignedIn(endpoint, viewer, () => successStatus(endpoint, more.ok)),
    }))

/** Like `sameForAll`, but with new users, because the calls end sessions or change the account. */
export const sameForNewUsers =
  (more: RowOptions = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_kind, viewer) => ({
      make: async ({ server }) => ({
        ...requestTo(endpoint.path, more),
        ...(isSignedIn(viewer) && { as: await aUser(server) }),
      }),
      expected: statusIfSignedIn(endpoint, viewer, () => successStatus(endpoint, more.ok)),
    }))
