import { alike, alikeByNewUser, type Row } from './matrix-rows.ts'

const nobody = '01900000-0000-7000-8000-000000000001'

const given = (body: unknown) => async () => body

/** Endpoints about credentials. They affect only the caller, so the viewer's relation to others does not matter. */
export const credentialRows: Record<string, Row> = {
  'GET /api/credentials': alike(),
  'GET /api/account/events': alike(),
  'GET /api/account/age': alike(),
  'PUT /api/account/age': alikeByNewUser({ body: { band: '18-or-older' } }),
  'POST /api/account/under-13': alike({ ok: 403 }),
  'POST /api/account/guardian': alike({ body: given({ email: 'parent@example.com' }), ok: 409 }),
  'POST /api/guardian-links': alike({ body: given({ token: 'x' }), ok: 410 }),
  'POST /api/guardian-links/answer': alike({ body: given({ token: 'x', confirms: false }), ok: 410 }),
  'POST /api/sudo': alike({ body: given({}), ok: 400 }),
  // Mail is off in this server.
  'POST /api/sudo/code': alike({ ok: 409 }),
  // No viewer is in sudo mode.
  'PUT /api/password': alike({ ok: 403 }),
  'DELETE /api/password': alike({ ok: 403 }),
  'DELETE /api/account': alike({ ok: 403 }),
  'POST /api/account/restore': alike({ body: given({ token: 'x' }), ok: 410 }),
  'POST /api/recovery-codes': alike({ ok: 403 }),
  'PUT /api/recovery-codes': alike({ body: given({ code: 'x' }), ok: 401 }),
  'POST /api/session/recovery-code': alike({ ok: 400 }),
  'GET /api/passkeys': alike(),
  'POST /api/passkeys/options': alike({ ok: 403 }),
  'POST /api/passkeys': alike({ ok: 403 }),
  // No viewer has logged in with a password.
  'POST /api/passkeys/offer': alike({ ok: 404 }),
  'POST /api/passkeys/offered': alike({ ok: 400 }),
  'PATCH /api/passkeys/:id': alike({ path: `/api/passkeys/${nobody}`, body: given({ name: 'x' }), ok: 404 }),
  'DELETE /api/passkeys/:id': alike({ path: `/api/passkeys/${nobody}`, ok: 403 }),
  'POST /api/session/passkey/options': alike(),
  'POST /api/session/passkey': alike({ ok: 400 }),
  'PUT /api/account/zip-code': alike({ ok: 403 }),
  'PUT /api/account/username': alike({ ok: 403 }),
  'PUT /api/account/email': alike({ ok: 403 }),
  'POST /api/account/email/code': alike({ body: given({ code: '00000000' }), ok: 401 }),
  'POST /api/auth/undo-email': alike({ body: given({ token: 'x' }), ok: 410 }),
}
