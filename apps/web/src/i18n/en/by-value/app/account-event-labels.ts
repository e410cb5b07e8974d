import type { AccountEvent } from '@pawtrait/contract/sign-in/credentials.ts'

export const accountEventLabels = {
  'logged-in': 'Logged in',
  'password-set': 'Password set',
  'password-removed': 'Password removed',
  'zip-code-changed': 'Zip code changed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes-made': 'Recovery codes made',
  'recovery-code-used': 'Recovery code used',
  'username-changed': 'Username changed',
  'email-changed': 'Email changed',
  'email-undone': 'Old email restored',
  'account-restored': 'Account restored',
  'sign-in-reset': 'New zip code set with a link from the team',
} as const satisfies Record<AccountEvent['kind'], string>
