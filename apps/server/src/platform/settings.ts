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
  dataDir: string
  /** Space that must be free below `dataDir` for the instance to call itself ready. */
  minFreeMb: number
}

/** Settings that do not fit together or are missing; `message` lists every one. */
export class BadConfig extends Error {}
