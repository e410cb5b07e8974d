import * as v from 'valibot'
import type { BodyLimits } from './http/long-body.ts'

/** Mode of this instance: `local` on loopback, `lan` in a home network, else `production`. */
export type Mode = 'local' | 'lan' | 'production'

/**
 * Settings of this instance, as `ctx.config`. Contains only those that the platform reads. The app adds its own by
 * declaration merging (`config.ts`), so that the platform does not depend on them.
 */
export interface Settings {
  mode: Mode
  /** Public origin of this instance without a trailing slash. */
  publicUrl: string
  trustedProxies: string[]
  /** Whether `Strict-Transport-Security` covers the subdomains of `publicUrl` too. */
  coversSubdomains: boolean
  dataDir: string
  /** Slowest accepted upload of a photo, or of a chunk of one. */
  uploadLimits: BodyLimits
  /** With less free space in `dataDir`, photos, imports and exports are refused; the reserve is for the database. */
  minFreeMb: number
}

/** Invalid, missing or contradictory settings; `message` lists every one. */
export class BadConfig extends Error {}

/** A text setting; empty means not set. */
export const Word = v.optional(v.pipe(v.string(), v.trim()), '')

/** A boolean setting: `1` is on. */
export const Flag = v.optional(v.picklist(['', '0', '1']), '')

/** Tells whether a URL has one of these schemes, such as `https`; false for null. */
export const hasScheme = (url: URL | null, ...schemes: string[]): boolean =>
  url !== null && schemes.includes(url.protocol.slice(0, -1))
