import type { Context } from '#platform/context.ts'
import type { Database, Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import type { Secrets } from '#platform/security/secrets.ts'
import type { PushSenderIdentity } from '#platform/web-push/send-push.ts'
import { findPushContact, generateVapidKey, importVapidKey, type VapidKey } from '#platform/web-push/vapid.ts'
import {
  insertVapidKey,
  retireVapidKey,
  type StoredVapidKey,
  selectCurrentVapidKey,
  selectVapidKeyUse,
} from './vapid-key-queries.ts'

const SEALED_FOR = 'vapid-key'

type KeyStore = { database: Database; secrets: Secrets; now: Date }

function newStoredKey({ secrets, now }: Pick<KeyStore, 'secrets' | 'now'>): StoredVapidKey {
  const { publicKey, privateKey } = generateVapidKey()
  return { id: newId(now), publicKey, sealed: secrets.seal(SEALED_FOR, privateKey) }
}

/**
 * Creates the current VAPID key pair if there is none. Concurrent calls create only one. Replaces a key pair that
 * cannot be decrypted, because the pepper was changed.
 */
export async function ensureVapidKey({ database, secrets, now }: KeyStore): Promise<void> {
  const currentKey = await selectCurrentVapidKey(database)
  if (currentKey && secrets.unseal(SEALED_FOR, currentKey.sealed) !== undefined) return
  if (currentKey) await retireVapidKey(database, currentKey.id)
  await insertVapidKey(database, newStoredKey({ secrets, now }), now)
}

/** Creates a new current VAPID key. Subscriptions with an older key still work until their browser renews them. */
export async function rotateVapidKey({ database, secrets, now }: KeyStore): Promise<void> {
  await database.transaction(async (db) => {
    const currentKey = await selectCurrentVapidKey(db)
    if (currentKey) await retireVapidKey(db, currentKey.id)
    await insertVapidKey(db, newStoredKey({ secrets, now }), now)
  })
}

/** Counts devices by VAPID key: `current` use the current key, `former` an older one. */
export const countVapidKeyUse = async (db: Db) => (await selectVapidKeyUse(db)) ?? { current: 0, former: 0 }

type ContactSettings = { supportContact: string; securityContact: string }

/** Returns the operator's contact for push services. Undefined means that push is off. */
export const getPushContact = ({ supportContact, securityContact }: ContactSettings) =>
  findPushContact([supportContact, securityContact])

const importedKeys = new Map<string, VapidKey>()

/** Returns the VAPID key and the operator's contact; undefined without a contact, or after a change of the pepper. */
export function getPushSenderIdentity(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  { publicKey, sealed }: Pick<StoredVapidKey, 'publicKey' | 'sealed'>,
): PushSenderIdentity | undefined {
  const contact = getPushContact(config)
  if (contact === undefined) return undefined
  const cachedKey = importedKeys.get(publicKey)
  if (cachedKey) return { key: cachedKey, contact }
  const privateKey = secrets.unseal(SEALED_FOR, sealed)
  if (privateKey === undefined) return undefined
  const key = importVapidKey(publicKey, privateKey)
  importedKeys.set(publicKey, key)
  return { key, contact }
}
