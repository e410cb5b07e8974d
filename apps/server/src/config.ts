import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { resolvedTimeZone } from '#platform/time-zone.ts'
import { type PaymentSettings, paymentEntries, readPayments, withSecretFiles } from './payment-settings.ts'

/** How this instance runs (`security.md`): `local` on loopback, `lan` at home, else `production`. */
export type Mode = 'local' | 'lan' | 'production'

export type Config = {
  mode: Mode
  /** Names or addresses to listen on. */
  host: string
  port: number
  /** Origin under which people reach this instance, no slash at the end. */
  publicUrl: string
  dataDir: string
  /** Empty: the embedded database below `dataDir`. */
  databaseUrl: string
  /** Role that owns the tables; `databaseUrl` when empty. */
  migrationDatabaseUrl: string
  mail: 'smtp' | 'dev' | 'off'
  smtpUrl: string
  mailFrom: string
  pepperFile: string
  trustedProxies: string[]
  metricsToken: string
  photosPerDay: number
  postsPerDay: number
  /** Multiplies what an account may do in an hour: likes, follows, edits … */
  pace: number
  /** Time zone of accounts that have not told theirs. */
  timeZone: string
  payments: PaymentSettings
  /** Distinct posts of others in the feed each day, without and with Premium; null: without limit. */
  feedDailyFree: number | null
  feedDailyPremium: number | null
}

const Whole = (fallback: string, least: number, most: number) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(least), v.maxValue(most)), fallback)

/** A whole number, or `unlimited`. */
const Allowance = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(\d{1,4}|unlimited)$/, 'is a whole number or "unlimited"'),
      v.transform((text) => (text === 'unlimited' ? null : Number(text))),
    ),
    fallback,
  )

const Flag = v.optional(v.picklist(['', '0', '1']), '')
const Word = v.optional(v.pipe(v.string(), v.trim()), '')

// Ours is `dev`. A log-in shell sets the same name to the path of the system's own mailbox: that says nothing to us.
const MailSwitch = v.optional(
  v.pipe(
    v.string(),
    v.transform((mail) => (mail.startsWith('/') ? '' : mail)),
    v.picklist(['', 'dev']),
  ),
  '',
)

const Environment = v.object({
  HOST: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  PORT: Whole('3000', 0, 65535),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.url(),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  DATABASE_URL: Word,
  MIGRATION_DATABASE_URL: Word,
  SMTP_URL: Word,
  MAIL: MailSwitch,
  MAIL_FROM: v.optional(v.string(), 'Pawtrait <no-reply@localhost>'),
  PEPPER_FILE: Word,
  TRUSTED_PROXIES: Word,
  METRICS_TOKEN: Word,
  ZIP_ONLY_SIGNIN: Word,
  LAN: Flag,
  NODE_ENV: Word,
  PHOTOS_PER_DAY: Whole('200', 0, 1_000_000),
  POSTS_PER_DAY: Whole('100', 0, 1_000_000),
  PACE: Whole('1', 1, 1_000_000),
  TIME_ZONE: v.optional(
    v.pipe(
      v.string(),
      v.check((name) => resolvedTimeZone(name) !== undefined, 'there is no such time zone'),
    ),
    'Africa/Nairobi', // product.md §2.18
  ),
  ...paymentEntries,
  FEED_DAILY_FREE: Allowance('50'),
  FEED_DAILY_PREMIUM: Allowance('100'),
})
type Environment = v.InferOutput<typeof Environment>

/** Settings that do not fit together or are missing; `message` lists every one. */
export class BadConfig extends Error {}

const loopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)

/** Loopback, RFC 1918 and RFC 4193 addresses, and names that only exist at home. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (loopback(bare)) return true
  if (isIP(bare) === 4) return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(bare)
  if (isIP(bare) === 6) return /^f[cde]/i.test(bare)
  return bare.endsWith('.local') || bare.endsWith('.home.arpa')
}

/** This machine's address in the home network. */
const homeAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivateHost(address))?.address ??
  'localhost'

function modeOf(env: Environment): Mode {
  if (env.LAN === '1') return 'lan'
  const publicIsPrivate = env.PUBLIC_URL === undefined || isPrivateHost(new URL(env.PUBLIC_URL).hostname)
  return loopback(env.HOST ?? 'localhost') && publicIsPrivate && env.NODE_ENV !== 'production' ? 'local' : 'production'
}

function missingInProduction(env: Environment): string[] {
  const missing: string[] = []
  if (!env.PUBLIC_URL?.startsWith('https://')) missing.push('PUBLIC_URL must be the https address people use')
  if (!env.SMTP_URL && env.ZIP_ONLY_SIGNIN !== 'i-understand')
    missing.push('SMTP_URL is needed: without mail a zip code alone would sign in (or ZIP_ONLY_SIGNIN=i-understand)')
  if (!env.PEPPER_FILE) missing.push('PEPPER_FILE must name a file with 32 secret bytes')
  if (!env.TRUSTED_PROXIES) missing.push('TRUSTED_PROXIES must list your proxies, or "none"')
  if (!env.DATABASE_URL && !env.DATA_DIR) missing.push('DATABASE_URL or DATA_DIR must be set')
  if (env.MAIL === 'dev') missing.push('MAIL=dev is for a local run only')
  return missing
}

/** @throws BadConfig with one line for each setting of payments that must not stand so. */
function paymentsOf(env: Environment, mode: Mode): PaymentSettings {
  const where = { local: mode === 'local', production: env.NODE_ENV === 'production', publicUrl: env.PUBLIC_URL }
  const { payments, wrong } = readPayments(env, where)
  if (wrong.length > 0) throw new BadConfig(`Payments are not safe yet:\n${wrong.join('\n')}`)
  return payments
}

const proxiesOf = ({ TRUSTED_PROXIES: listed }: Environment): string[] => {
  if (listed === 'none') return []
  const proxies = listed.split(',').map((proxy) => proxy.trim())
  return proxies.filter(Boolean)
}

/**
 * Reads the settings once. Nothing set means a local run.
 * @throws BadConfig with one line per bad or missing setting.
 */
export function readConfig(environment: Record<string, string | undefined>, cwd = process.cwd()): Config {
  const { filled, wrong: unreadable } = withSecretFiles(environment)
  if (unreadable.length > 0) throw new BadConfig(unreadable.join('\n'))
  const parsed = v.safeParse(Environment, filled)
  if (!parsed.success)
    throw new BadConfig(parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
  const env = parsed.output
  const mode = modeOf(env)
  const missing = mode === 'production' ? missingInProduction(env) : []
  if (missing.length > 0)
    throw new BadConfig(`This is a production start, and it is not safe yet:\n${missing.join('\n')}`)
  const payments = paymentsOf(env, mode)
  const dataDir = resolve(cwd, env.DATA_DIR ?? 'data')
  return {
    mode,
    // At home a phone must reach it; requests from anywhere else are refused one by one.
    host: env.HOST ?? (mode === 'lan' ? '0.0.0.0' : 'localhost'),
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://${mode === 'lan' ? homeAddress() : 'localhost'}:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    mail: env.SMTP_URL ? 'smtp' : env.MAIL === 'dev' ? 'dev' : 'off',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    pepperFile: env.PEPPER_FILE || resolve(dataDir, 'secrets/pepper.v1'),
    trustedProxies: proxiesOf(env),
    metricsToken: env.METRICS_TOKEN,
    photosPerDay: env.PHOTOS_PER_DAY,
    postsPerDay: env.POSTS_PER_DAY,
    pace: env.PACE,
    timeZone: env.TIME_ZONE,
    payments,
    feedDailyFree: env.FEED_DAILY_FREE,
    feedDailyPremium: env.FEED_DAILY_PREMIUM,
  }
}
