import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { casesForEach, requestTo, sameForAll } from './matrix-rows.ts'
import { isSignedIn } from './matrix-world.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

/** Expected status for a moderator without sudo mode. An id in the path is unknown, so it gives 404. */
function forModerator({ auth, path }: Endpoint): number {
  if (auth === 'moderator-sudo') return 403
  return path.includes(':') ? 404 : 200
}

/** Cases for an endpoint that returns 404 to all viewers except moderators (security check M03). */
const moderatorOnly =
  (more: { path?: string; body?: unknown } = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_, viewer) => ({
      make: async () => requestTo(more.path ?? endpoint.path.replace(/:\w+/g, unknownId), { body: more.body }),
      expected: viewer === 'moderator' ? forModerator(endpoint) : 404,
    }))

/** Cases for an unknown statement of reasons. Visitors get 401, and other viewers get 404. */
const statement =
  (body?: unknown): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_, viewer) => ({
      make: async () => requestTo(endpoint.path.replace(/:\w+/g, unknownId), { body }),
      expected: isSignedIn(viewer) ? 404 : 401,
    }))

export const moderationRows: Record<string, MatrixRow> = {
  'GET /api/moderation/reports': moderatorOnly(),
  'GET /api/moderation/reports/:id': moderatorOnly(),
  'GET /api/moderation/reports/:id/photos/:photo': moderatorOnly(),
  'GET /api/moderation/summary': moderatorOnly(),
  'GET /api/moderation/role': sameForAll(),
  'PUT /api/moderation/reports/:id/assignment': moderatorOnly(),
  'DELETE /api/moderation/reports/:id/assignment': moderatorOnly(),
  'POST /api/moderation/reports/:id/notes': moderatorOnly({ body: { text: 'look' } }),
  'POST /api/moderation/reports/:id/decisions': moderatorOnly({ body: { action: 'dismiss' } }),
  'POST /api/moderation/decisions': moderatorOnly({ body: { reports: [unknownId], action: 'dismiss' } }),
  'POST /api/moderation/decisions/:id/undo': moderatorOnly({ body: {} }),
  'PUT /api/moderation/reports/:id/mute': moderatorOnly(),
  'DELETE /api/moderation/reports/:id/mute': moderatorOnly(),
  'GET /api/moderation/appeals': moderatorOnly(),
  'POST /api/moderation/decisions/:id/judgement': moderatorOnly({ body: { outcome: 'upheld' } }),

  // Returns 403, because the request has no proof of work. The feature's own tests send one.
  'POST /api/photo-requests': sameForAll({
    body: async () => ({ address: `/posts/${unknownId}`, whom: 'me', email: 'one@example.com' }),
    ok: 403,
  }),
  'GET /api/photo-requests/challenge': sameForAll(),
  'POST /api/photo-requests/state': sameForAll({ body: async () => ({ reference: 'AAAAA-AAAAA' }), ok: 404 }),

  'GET /api/transparency': sameForAll(),

  // The feature's own tests check that users cannot read statements of reasons about other users.
  'GET /api/decisions': sameForAll(),
  'GET /api/decisions/:id': statement(),
  'GET /api/decisions/:id/photos/:photo': statement(),
  'POST /api/decisions/:id/appeal': statement({ text: 'please look again' }),
}
