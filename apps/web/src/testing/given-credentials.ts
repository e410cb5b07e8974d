import type { Credentials } from '@pawtrait/contract/sign-in/credentials.ts'

/** Somebody who logs in with a zip code, where mail is on. */
export const credentials = (more: Partial<Credentials> = {}): Credentials => ({
  zipCode: { since: '2026-05-02T08:00:00.000Z' },
  password: null,
  passkeys: 0,
  recoveryCodes: null,
  mailsCodes: true,
  sudoMethods: ['zip-code', 'email'],
  ...more,
})
