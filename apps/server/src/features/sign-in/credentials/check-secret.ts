import { canonicaliseZipCode } from '@pawtrait/contract/sign-in/zip-code.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Hashes of an account's secret: the zip code, or the password that replaced it. */
export type SecretHashes = { zipHash: string | null; passwordHash: string | null }

/** Returns the typed secret in the form that is hashed: a password in NFC, a zip code in canonical form. */
export const canonicaliseSecret = (account: SecretHashes | undefined, typedSecret: string) =>
  account?.passwordHash ? typedSecret.normalize('NFC') : canonicaliseZipCode(typedSecret)

export const getSecretHash = (account: SecretHashes | undefined) => account?.passwordHash ?? account?.zipHash

/**
 * `canonical`: the normalised text matches. `as-typed`: only the text without normalisation matches, because the hash
 * is older than the conversion of passwords to NFC.
 */
export type SecretMatch = 'none' | 'canonical' | 'as-typed'

/**
 * Returns how the typed text matches the account's zip code or password; users type both in one field. Verifies one
 * hash if the text is in NFC, otherwise two. The number of hashes does not depend on the account, so that timing
 * reveals nothing.
 * @throws Problem 'unavailable' when the queue of hash computations is full.
 */
export async function matchSecret(
  secrets: Secrets,
  account: SecretHashes | undefined,
  typedSecret: string,
): Promise<SecretMatch> {
  const hash = getSecretHash(account)
  const isCanonical = await secrets.verify(hash, canonicaliseSecret(account, typedSecret))
  const isAsTyped = typedSecret.normalize('NFC') !== typedSecret && (await secrets.verify(hash, typedSecret))
  if (isCanonical) return 'canonical'
  return isAsTyped ? 'as-typed' : 'none'
}

/** Checks a secret as `matchSecret` does, for callers that do not renew the hash. */
export const verifySecret = async (secrets: Secrets, account: SecretHashes | undefined, typedSecret: string) =>
  (await matchSecret(secrets, account, typedSecret)) !== 'none'
