import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'

/** Log-in methods of a user who has only a zip code. The server can send codes by email. */
export const zipCodeCredentials = (more: Partial<Credentials> = {}): Credentials => ({
  zipCode: { since: '2026-05-02T08:00:00.000Z' },
  password: null,
  passkeys: 0,
  recoveryCodes: null,
  mailsCodes: true,
  sudoMethods: ['zip-code', 'email'],
  ...more,
})
