import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { casesForEach, requestTo, sameStatus } from './matrix-rows.ts'
import { isSignedIn } from './matrix-world.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

/** Expected status for a moderator not in sudo mode, with a path that names no existing object. */
function forModerator({ auth, path }: Endpoint): number {
  if (auth === 'moderator-sudo') return 403
  return path.includes(':') ? 404 : 200
}

/** Cases with 404 for everyone but moderators, whatever they send (M03). */
const moderatorOnly =
  (more: { path?: string; body?: unknown } = {}): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_, viewer) => ({
      make: async () => requestTo(more.path ?? endpoint.path.replace(/:\w+/g, unknownId), { body: more.body }),
      expected: viewer === 'moderator' ? forModerator(endpoint) : 404,
    }))

/** Cases with 401 for visitors, and 404 unless the statement is about the viewer. */
const statement =
  (body?: unknown): MatrixRow =>
  (endpoint) =>
    casesForEach(['always'], (_, viewer) => ({
      make: async () => requestTo(endpoint.path.replace(':id', unknownId), { body }),
      expected: isSignedIn(viewer) ? 404 : 401,
    }))

export const moderationRows: Record<string, MatrixRow> = {
  'GET /api/moderation/reports': moderatorOnly(),
  'GET /api/moderation/reports/:id': moderatorOnly(),
  'GET /api/moderation/reports/:id/photos/:photo': moderatorOnly(),
  'GET /api/moderation/summary': moderatorOnly(),
  'GET /api/moderation/role': sameStatus(),
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

  // Sent without a proof of work; the feature's tests send one.
  'POST /api/photo-requests': sameStatus({
    body: async () => ({ address: `/posts/${unknownId}`, whom: 'me', email: 'one@example.com' }),
    ok: 403,
  }),
  'GET /api/photo-requests/challenge': sameStatus(),
  'POST /api/photo-requests/state': sameStatus({ body: async () => ({ reference: 'AAAAA-AAAAA' }), ok: 404 }),

  'GET /api/transparency': sameStatus(),

  // The feature's tests check ownership of statements.
  'GET /api/decisions': sameStatus(),
  'GET /api/decisions/:id': statement(),
  'POST /api/decisions/:id/appeal': statement({ text: 'please look again' }),
}
