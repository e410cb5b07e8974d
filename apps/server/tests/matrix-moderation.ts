import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { Row } from './matrix-rows.ts'
import { alike, every, sent } from './matrix-rows.ts'
import { isSignedIn } from './matrix-world.ts'

const made = '01900000-0000-7000-8000-000000000001'

/** What a moderator who names nothing that is there gets; before that they prove who they are, to decide. */
function forModerator({ auth, path }: Endpoint): number {
  if (auth === 'moderator-sudo') return 403
  return path.includes(':') ? 404 : 200
}

/** For everybody but a moderator it is not there, whatever is sent (M03). */
const notThere =
  (more: { path?: string; body?: unknown } = {}): Row =>
  (endpoint) =>
    every(['always'], (_, viewer) => ({
      make: async () => sent(more.path ?? endpoint.path.replace(/:\w+/g, made), { body: more.body }),
      expected: viewer === 'moderator' ? forModerator(endpoint) : 404,
    }))

/** A statement is there for whom it is about alone; who is nobody here is asked to log in. */
const statement =
  (body?: unknown): Row =>
  (endpoint) =>
    every(['always'], (_, viewer) => ({
      make: async () => sent(endpoint.path.replace(':id', made), { body }),
      expected: isSignedIn(viewer) ? 404 : 401,
    }))

export const moderationRows: Record<string, Row> = {
  'GET /api/moderation/reports': notThere(),
  'GET /api/moderation/reports/:id': notThere(),
  'GET /api/moderation/reports/:id/photos/:photo': notThere(),
  'GET /api/moderation/summary': notThere(),
  'GET /api/moderation/role': alike(),
  'PUT /api/moderation/reports/:id/assignment': notThere(),
  'DELETE /api/moderation/reports/:id/assignment': notThere(),
  'POST /api/moderation/reports/:id/notes': notThere({ body: { text: 'look' } }),
  'POST /api/moderation/reports/:id/decisions': notThere({ body: { action: 'dismiss' } }),
  'POST /api/moderation/decisions': notThere({ body: { reports: [made], action: 'dismiss' } }),
  'POST /api/moderation/decisions/:id/undo': notThere({ body: {} }),
  'PUT /api/moderation/reports/:id/mute': notThere(),
  'DELETE /api/moderation/reports/:id/mute': notThere(),
  'GET /api/moderation/appeals': notThere(),
  'POST /api/moderation/decisions/:id/judgement': notThere({ body: { outcome: 'upheld' } }),

  // without a proof of work; what is answered with one is tested beside it
  'POST /api/photo-requests': alike({
    body: async () => ({ address: `/posts/${made}`, whom: 'me', email: 'one@example.com' }),
    ok: 403,
  }),
  'GET /api/photo-requests/challenge': alike(),
  'POST /api/photo-requests/state': alike({ body: async () => ({ reference: 'AAAAA-AAAAA' }), ok: 404 }),

  'GET /api/transparency': alike(),

  // whose statements they are is tested beside them
  'GET /api/decisions': alike(),
  'GET /api/decisions/:id': statement(),
  'POST /api/decisions/:id/appeal': statement({ text: 'please look again' }),
}
