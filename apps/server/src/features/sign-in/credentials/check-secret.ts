import { canonicaliseZipCode } from '@pawtrait/contract/sign-in/zip-code.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Hashes of an account's secret: the zip code, or the password that replaced it. */
export type SecretHashes = { zipHash: string | null; passwordHash: string | null }

/** Returns the typed secret in the form that is hashed: a password unchanged, a zip code in canonical form. */
export const canonicalSecret = (account: SecretHashes | undefined, typed: string) =>
  account?.passwordHash ? typed : canonicaliseZipCode(typed)

export const secretHash = (account: SecretHashes | undefined) => account?.passwordHash ?? account?.zipHash

/**
 * Returns whether the typed text is the account's zip code or password; both are typed in the same field. Always
 * verifies one hash, so that timing reveals nothing.
 * @throws Problem 'unavailable' when the queue is full.
 */
export const verifySecret = (secrets: Secrets, account: SecretHashes | undefined, typed: string): Promise<boolean> =>
  secrets.verify(secretHash(account), canonicalSecret(account, typed))
