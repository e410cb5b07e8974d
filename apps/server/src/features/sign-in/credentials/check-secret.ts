import { canonicalZip } from '@pawtrait/contract/sign-in/sign-in.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** What an account may log in with: the zip code, or the password that replaced it. */
export type SecretHashes = { zipHash: string | null; passwordHash: string | null }

/** As hashes are made of it: a password exactly as it came, a zip code in its canonical form. */
export const asHashed = (account: SecretHashes | undefined, typed: string) =>
  account?.passwordHash ? typed : canonicalZip(typed)

/** The hash that counts. */
export const secretHash = (account: SecretHashes | undefined) => account?.passwordHash ?? account?.zipHash

/**
 * Whether it is what the account logs in with; the same field takes a zip code and the password that replaced it.
 * Always one verification. @throws Problem 'unavailable' when too many wait.
 */
export const secretFits = (secrets: Secrets, account: SecretHashes | undefined, typed: string): Promise<boolean> =>
  secrets.verify(secretHash(account), asHashed(account, typed))
