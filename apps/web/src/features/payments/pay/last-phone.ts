import type { UserId } from '@pawtrait/contract/ids.ts'

const KEY = 'pay-phone'

type Kept = { user: UserId; phone: string }

/** The number this user paid from last on this device, as typed; empty when none is known. */
export function readLastPhone(user: UserId): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null
    return kept?.user === user && typeof kept.phone === 'string' ? kept.phone : ''
  } catch {
    return ''
  }
}

/** Keeps a number for the next time, on this device alone; logging out forgets it. */
export function keepLastPhone(user: UserId, phone: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, phone } satisfies Kept))
  } catch {
    // Storage may be full or switched off: it is typed again then.
  }
}
