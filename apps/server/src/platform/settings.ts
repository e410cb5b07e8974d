import * as v from 'valibot'
import type { BodyLimits } from './http/long-body.ts'

/** How this instance runs (`security.md`): `local` on loopback, `lan` at home, else `production`. */
export type Mode = 'local' | 'lan' | 'production'

/**
 * How this instance is set up, as `ctx.config`. Here stands what the platform reads itself; the app adds its own by
 * declaration merging (`config.ts`), so that nothing here has to know them.
 */
export interface Settings {
  mode: Mode
  /** Origin under which people reach this instance, no slash at the end. */
  publicUrl: string
  trustedProxies: string[]
  /** Whether `Strict-Transport-Security` covers the subdomains of `publicUrl` too. */
  coversSubdomains: boolean
  dataDir: string
  /** How slowly a photo, or a chunk of one, may arrive. */
  uploadLimits: BodyLimits
  /** Below this much free space in `dataDir` photos, imports and exports are refused; the rest is kept for rows. */
  minFreeMb: number
}

/** Settings that do not fit together or are missing; `message` lists every one. */
export class BadConfig extends Error {}

/** A setting of any text; empty: it is not set. */
export const Word = v.optional(v.pipe(v.string(), v.trim()), '')

/** A setting that is on (`1`) or not. */
export const Flag = v.optional(v.picklist(['', '0', '1']), '')

/** Whether an address has one of these schemes, such as `https`; one that cannot be read has none. */
export const hasScheme = (url: URL | null, ...schemes: string[]): boolean =>
  url !== null && schemes.includes(url.protocol.slice(0, -1))
