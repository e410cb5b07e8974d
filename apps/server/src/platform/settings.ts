import * as v from 'valibot'
import type { BodyLimits } from './http/long-body.ts'

/** Mode of an instance: `local` on loopback, `lan` in a home network, or `production`. */
export type Mode = 'local' | 'lan' | 'production'

/** Settings that platform code reads from `ctx.config`. The app adds its own by declaration merging (`config.ts`). */
export interface Settings {
  mode: Mode
  /** Public origin without a trailing slash. */
  publicUrl: string
  trustedProxies: string[]
  coversSubdomains: boolean
  dataDir: string
  uploadLimits: BodyLimits
  /** Free MB reserved for the database. With less free space, photos, imports and exports are refused. */
  minFreeMb: number
}

/** Settings are invalid, missing or contradictory. `message` lists all faults. */
export class BadConfig extends Error {}

/** A text setting. An empty text means that the setting is missing. */
export const TextSetting = v.optional(v.pipe(v.string(), v.trim()), '')

export const FlagSetting = v.optional(v.picklist(['', '0', '1']), '')

/** Whether a URL has one of these schemes, such as `https`. False for null. */
export const hasScheme = (url: URL | null, ...schemes: string[]): boolean =>
  url !== null && schemes.includes(url.protocol.slice(0, -1))
