import { type MatrixRow, sameStatus, sameStatusByNewUser } from './matrix-rows.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

const given = (body: unknown) => async () => body

/** Test cases of endpoints about credentials. They affect only the caller, not related users. */
export const credentialRows: Record<string, MatrixRow> = {
  'GET /api/credentials': sameStatus(),
  'GET /api/account/events': sameStatus(),
  'GET /api/account/age': sameStatus(),
  'PUT /api/account/age': sameStatusByNewUser({ body: { band: '18-or-older' } }),
  'POST /api/account/under-13': sameStatus({ ok: 403 }),
  'POST /api/account/guardian': sameStatus({ body: given({ email: 'parent@example.com' }), ok: 409 }),
  'POST /api/guardian-links': sameStatus({ body: given({ token: 'x' }), ok: 410 }),
  'POST /api/guardian-links/answer': sameStatus({ body: given({ token: 'x', confirms: false }), ok: 410 }),
  'POST /api/sudo': sameStatus({ body: given({}), ok: 400 }),
  // This server cannot send mail, so a request for a code returns 409.
  'POST /api/sudo/code': sameStatus({ ok: 409 }),
  // Returns 403, because no viewer is in sudo mode.
  'PUT /api/password': sameStatus({ ok: 403 }),
  'DELETE /api/password': sameStatus({ ok: 403 }),
  'DELETE /api/account': sameStatus({ ok: 403 }),
  'POST /api/account/restore': sameStatus({ body: given({ token: 'x' }), ok: 410 }),
  'POST /api/recovery-codes': sameStatus({ ok: 403 }),
  'PUT /api/recovery-codes': sameStatus({ body: given({ code: 'x' }), ok: 401 }),
  'POST /api/session/recovery-code': sameStatus({ ok: 400 }),
  'GET /api/passkeys': sameStatus(),
  'POST /api/passkeys/options': sameStatus({ ok: 403 }),
  'POST /api/passkeys': sameStatus({ ok: 403 }),
  // Returns 404, because a passkey is offered only after a log-in with a password, and no viewer has done so.
  'GET /api/passkeys/offer': sameStatus(),
  'POST /api/passkeys/offer': sameStatus({ ok: 404 }),
  'POST /api/passkeys/offered': sameStatus({ ok: 400 }),
  'PATCH /api/passkeys/:id': sameStatus({
    path: `/api/passkeys/${unknownId}`,
    body: given({ name: 'x' }),
    ok: 404,
  }),
  'DELETE /api/passkeys/:id': sameStatus({ path: `/api/passkeys/${unknownId}`, ok: 403 }),
  'POST /api/session/passkey/options': sameStatus(),
  'POST /api/session/passkey': sameStatus({ ok: 400 }),
  'PUT /api/account/zip-code': sameStatus({ ok: 403 }),
  'PUT /api/account/username': sameStatus({ ok: 403 }),
  'PUT /api/account/email': sameStatus({ ok: 403 }),
  'POST /api/account/email/code': sameStatus({ body: given({ code: '00000000' }), ok: 401 }),
  'POST /api/auth/undo-email': sameStatus({ body: given({ token: 'x' }), ok: 410 }),
}
