import { timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'

/** Data covered by a signature. `epoch` is incremented when users lose access, which invalidates older signatures. */
export type SignedPhoto = { name: string; epoch: number }

/**
 * Returns the query string that signs the URLs of a private photo. The signature is valid for one to two days, or until
 * the epoch changes. It stays the same during a UTC day, so that browsers can cache the files.
 */
export function signPhotoQuery(ctx: Pick<Context, 'now' | 'secrets'>, photo: SignedPhoto): string {
  const until = Math.floor(ctx.now.getTime() / DAY_MS) + 2
  return `until=${until}&key=${computeSignature(ctx, photo, until)}`
}

/** Returns how many seconds a signed URL is still valid; 0 when it has expired or its signature is wrong. */
export function computeSignatureSecondsLeft(
  ctx: Pick<Context, 'now' | 'secrets'>,
  photo: SignedPhoto,
  signature: { until?: string | undefined; key?: string | undefined },
): number {
  const until = Number(signature.until)
  const receivedKey = Buffer.from(signature.key ?? '')
  if (!Number.isSafeInteger(until) || until <= 0) return 0
  const expectedKey = Buffer.from(computeSignature(ctx, photo, until))
  if (receivedKey.length !== expectedKey.length || !timingSafeEqual(receivedKey, expectedKey)) return 0
  return Math.max(0, Math.floor((until * DAY_MS - ctx.now.getTime()) / 1000))
}

function computeSignature(ctx: Pick<Context, 'secrets'>, { name, epoch }: SignedPhoto, until: number): string {
  return ctx.secrets.mac('media', `${name} ${until} ${epoch}`)
}
