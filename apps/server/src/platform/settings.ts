import * as v from 'valibot'
import type { BodyLimits } from './http/long-body.ts'

/** Mode of an instance: `local` on loopback, `lan` in a home network, or `production`. */
export type Mode = 'local' | 'lan' | 'production'

/** Settings that the platform reads as `ctx.config`. The app adds its own by declaration merging (`config.ts`). */
export interface Settings {
  mode: Mode
  /** Public origin without a trailing slash. */
  publicUrl: string
  trustedProxies: string[]
  coversSubdomains: boolean
  dataDir: string
  uploadLimits: BodyLimits
  /** Free disk space in MB that is reserved for the database. Below it, photos, imports and exports are refused. */
  minFreeMb: number
}

/** Settings are invalid, missing or contradictory. `message` lists every fault. */
export class BadConfig extends Error {}

/** A text setting. An empty text means that it is not set. */
export const TextSetting = v.optional(v.pipe(v.string(), v.trim()), '')

export const FlagSetting = v.optional(v.picklist(['', '0', '1']), '')

/** Whether a URL has one of these schemes, such as `https`; false for null. */
export const hasScheme = (url: URL | null, ...schemes: string[]): boolean =>
  url !== null && schemes.includes(url.protocol.slice(0, -1))
