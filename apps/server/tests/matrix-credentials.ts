import { type MatrixRow, sameForAll, sameForNewUsers } from './matrix-rows.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

const withBody = (body: unknown) => async () => body

/** Test cases of endpoints about credentials. These endpoints affect only the caller, not related users. */
export const credentialRows: Record<string, MatrixRow> = {
  'GET /api/credentials': sameForAll(),
  'GET /api/account/events': sameForAll(),
  'GET /api/account/age': sameForAll(),
  'PUT /api/account/age': sameForNewUsers({ body: { band: '18-or-older' } }),
  'POST /api/account/under-13': sameForAll({ ok: 403 }),
  'POST /api/account/guardian': sameForAll({ body: withBody({ email: 'parent@example.com' }), ok: 409 }),
  'POST /api/guardian-links': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),
  'POST /api/guardian-links/answer': sameForAll({ body: withBody({ token: 'x', confirms: false }), ok: 410 }),
  'POST /api/sudo': sameForAll({ body: withBody({}), ok: 400 }),
  // This server cannot send mail, so a request for a code returns 409.
  'POST /api/sudo/code': sameForAll({ ok: 409 }),
  // Returns 403, because no viewer is in sudo mode.
  'PUT /api/password': sameForAll({ ok: 403 }),
  'DELETE /api/password': sameForAll({ ok: 403 }),
  'DELETE /api/account': sameForAll({ ok: 403 }),
  'POST /api/account/restore': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),
  'POST /api/recovery-codes': sameForAll({ ok: 403 }),
  'PUT /api/recovery-codes': sameForAll({ body: withBody({ code: 'x' }), ok: 401 }),
  'POST /api/session/recovery-code': sameForAll({ ok: 400 }),
  'GET /api/passkeys': sameForAll(),
  'POST /api/passkeys/options': sameForAll({ ok: 403 }),
  'POST /api/passkeys': sameForAll({ ok: 403 }),
  // No viewer has logged in with a secret, so the server offers no passkey. GET returns 200. POST returns 404, or 400
  // for an invalid body.
  'GET /api/passkeys/offer': sameForAll(),
  'POST /api/passkeys/offer': sameForAll({ ok: 404 }),
  'POST /api/passkeys/offered': sameForAll({ ok: 400 }),
  'PATCH /api/passkeys/:id': sameForAll({
    path: `/api/passkeys/${unknownId}`,
    body: withBody({ name: 'x' }),
    ok: 404,
  }),
  'DELETE /api/passkeys/:id': sameForAll({ path: `/api/passkeys/${unknownId}`, ok: 403 }),
  'POST /api/session/passkey/options': sameForAll(),
  'POST /api/session/passkey': sameForAll({ ok: 400 }),
  'PUT /api/account/zip-code': sameForAll({ ok: 403 }),
  'PUT /api/account/username': sameForAll({ ok: 403 }),
  'PUT /api/account/email': sameForAll({ ok: 403 }),
  'POST /api/account/email/code': sameForAll({ body: withBody({ code: '00000000' }), ok: 401 }),
  'POST /api/auth/undo-email': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),
}
