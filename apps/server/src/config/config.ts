import { isIP } from 'node:net'
import { availableParallelism, networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { requestLimits, type TimeLimits } from '#platform/database/time-limits.ts'
import { uploadLimits } from '#platform/http/long-body.ts'
import { isLoopbackHost, isPrivateHost } from '#platform/security/network.ts'
import { BadConfig, FlagSetting, type Mode, type Settings, TextSetting } from '#platform/settings.ts'
import type { S3Settings } from '#platform/storage/s3-request.ts'
import { timeZoneNames } from '#platform/text/time-zone.ts'
import { type NodeSettings, nodeSettingEntries, readNodeSettings } from './node-settings.ts'
import {
  type PaymentSettings,
  paymentSecrets,
  paymentSettingEntries,
  readPaymentSettings,
  readSecretFiles,
} from './payment-settings.ts'
import { PublicUrl } from './public-url.ts'
import { type PushServiceSettings, pushSettingEntries } from './push-settings.ts'
import { readSignInSettings, type SignInSettings, signInSettingEntries } from './sign-in-settings.ts'
import { readStorageSettings, type StorageMove, storageSecrets, storageSettingEntries } from './storage-settings.ts'
import { readTraceSettings, type TraceSettings, traceSettingEntries } from './trace-settings.ts'
import { findLanConflicts, findMissingSettings, findUnsafeSettings, parseTrustedProxies } from './unsafe-settings.ts'

declare module '#platform/settings.ts' {
  interface Settings extends NodeSettings, TraceSettings, SignInSettings, PushServiceSettings {
    /** Host names or addresses to listen on. */
    host: string
    port: number
    /** URL of the app's database connection. Empty for the embedded database in `dataDir`. */
    databaseUrl: string
    /** Database URL for migrations, with the role that owns the tables. If empty, migrations use `databaseUrl`. */
    migrationDatabaseUrl: string
    mail: 'smtp' | 'dev' | 'off'
    smtpUrl: string
    mailFrom: string
    pepperFile: string
    metricsToken: string
    /** Contact for security reports: a `mailto:`, `https:` or `tel:` URI. */
    securityContact: string
    /** Contact for support: a `mailto:` or `https:` URI, or empty. */
    supportContact: string
    photosPerDay: number
    postsPerDay: number
    /** Largest archive of an import, in MB. */
    importMb: number
    /** Factor by which the hourly limits of an account (likes, follows, edits …) are multiplied. */
    pace: number
    /**
     * Number of new accounts that must post the same text or photo within a day to count as a spam wave. Their posts
     * are hidden until a moderator decides. 0 turns the detection off.
     */
    spamWave: number
    /** URL of a list with hashes of abuse images, or empty. Matching uploads are refused and kept as evidence. */
    hashListUrl: string
    /** Kill switch for a faulty service worker: serves a worker that deletes its caches and unregisters itself. */
    serviceWorkerOff: boolean
    /** Time zone of accounts that have not set one. */
    timeZone: string
    payments: PaymentSettings
    /** The bucket for photos; null if they are in `dataDir`. */
    s3: S3Settings | null
    storageMove: StorageMove
    /** Daily limit of other users' posts in the feed, for accounts without and with Premium. Null means unlimited. */
    feedDailyFree: number | null
    feedDailyPremium: number | null
    /** Statement timeout in the database for search and for the pages of Explore. */
    searchTimeoutMs: number
    timeLimits: TimeLimits
    processes: number
  }
}

export type Config = Settings

const WholeNumber = (fallback: string, minimum: number, maximum: number) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(minimum), v.maxValue(maximum)),
    fallback,
  )

const Milliseconds = (fallback: number) => WholeNumber(String(fallback), 100, 60_000)

/**
 * Default number of server processes. PostgreSQL and photo decoding also need a core, so with two cores a second
 * process is no faster. On systems other than Linux the default is one process, because only Linux distributes
 * connections among processes.
 */
export const computeDefaultProcessCount = (cores: number, platform: string): number =>
  cores <= 2 || platform !== 'linux' ? 1 : cores - 1

const Allowance = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(\d{1,4}|unlimited)$/, 'must be a whole number or "unlimited"'),
      v.transform((text) => (text === 'unlimited' ? null : Number(text))),
    ),
    fallback,
  )

// Accepts `dev` or empty. Ignores a path, because login shells set MAIL to the path of the Unix mailbox.
const MailSwitch = v.optional(
  v.pipe(
    v.string(),
    v.transform((mail) => (mail.startsWith('/') ? '' : mail)),
    v.picklist(['', 'dev']),
  ),
  '',
)

const Contact = (uri: RegExp, requirement: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((contact) => (/^[^\s@:/]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : contact)),
      v.regex(uri, requirement),
    ),
    '',
  )
const SecurityContact = Contact(
  /^((mailto:[^\s@]+@|https:\/\/|tel:\+?\d)\S+)?$/,
  'must be an e-mail address, or begin with https:// or tel:',
)
const SupportContact = Contact(
  /^((mailto:[^\s@]+@|https:\/\/)[^\s@]+)?$/,
  'must be an e-mail address, or begin with https://',
)

const Environment = v.object({
  HOST: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  PORT: WholeNumber('3000', 0, 65535),
  PUBLIC_URL: v.optional(PublicUrl),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1))),
  DATABASE_URL: TextSetting,
  MIGRATION_DATABASE_URL: TextSetting,
  SMTP_URL: TextSetting,
  MAIL: MailSwitch,
  MAIL_FROM: v.optional(v.string(), 'Pawtrait <no-reply@localhost>'),
  PEPPER_FILE: TextSetting,
  TRUSTED_PROXIES: TextSetting,
  METRICS_TOKEN: TextSetting,
  SECURITY_CONTACT: SecurityContact,
  SUPPORT_CONTACT: SupportContact,
  ZIP_ONLY_SIGNIN: TextSetting,
  LAN: FlagSetting,
  NODE_ENV: TextSetting,
  MIN_FREE_MB: WholeNumber('256', 0, 1_000_000_000),
  PHOTOS_PER_DAY: WholeNumber('200', 0, 1_000_000),
  POSTS_PER_DAY: WholeNumber('100', 0, 1_000_000),
  // S3 accepts at most 5 GB in one upload request.
  IMPORT_MB: WholeNumber('2048', 0, 4_700),
  PACE: WholeNumber('1', 1, 1_000_000),
  SPAM_WAVE: v.optional(v.pipe(v.string(), v.regex(/^(0|[3-9]|[1-9]\d{1,2})$/), v.transform(Number))),
  HASH_LIST_URL: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url(), v.startsWith('https://'))]), ''),
  SERVICE_WORKER_OFF: FlagSetting,
  PROCESSES: WholeNumber(String(computeDefaultProcessCount(availableParallelism(), process.platform)), 1, 128),
  TIME_ZONE: v.optional(
    v.pipe(
      v.string(),
      v.transform((name) => timeZoneNames(name)[0] ?? ''),
      v.check((name) => name !== '', 'must be the name of a time zone, such as Africa/Nairobi'),
    ),
    'Africa/Nairobi',
  ),
  ...paymentSettingEntries,
  ...nodeSettingEntries,
  ...storageSettingEntries,
  ...traceSettingEntries,
  ...pushSettingEntries,
  ...signInSettingEntries,
  FEED_DAILY_FREE: Allowance('50'),
  FEED_DAILY_PREMIUM: Allowance('100'),
  STATEMENT_TIMEOUT_MS: Milliseconds(requestLimits.statementMs),
  SEARCH_TIMEOUT_MS: Milliseconds(500),
  LOCK_TIMEOUT_MS: Milliseconds(requestLimits.lockMs),
  IDLE_IN_TRANSACTION_TIMEOUT_MS: Milliseconds(requestLimits.idleInTransactionMs),
})
type Environment = v.InferOutput<typeof Environment>

export const settingNames = Object.keys(Environment.entries)

type Interfaces = ReturnType<typeof networkInterfaces>

/** Default domain for security reports: every domain has a mailbox `security` (RFC 2142 §4). */
function mailDomain(publicUrl: string | undefined): string {
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  return isIP(host.replace(/^\[|\]$/g, '')) ? 'localhost' : host
}

const findHomeAddress = (interfaces: Interfaces) =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivateHost(address))?.address ??
  'localhost'

function determineMode(env: Environment): Mode {
  if (env.LAN === '1') return 'lan'
  const publicIsPrivate = env.PUBLIC_URL === undefined || isPrivateHost(new URL(env.PUBLIC_URL).hostname)
  return isLoopbackHost(env.HOST ?? 'localhost') && publicIsPrivate && env.NODE_ENV !== 'production'
    ? 'local'
    : 'production'
}

/** Checks the settings. @throws BadConfig with one line per setting that is missing or unsafe in this mode */
function refuseUnsafe(env: Environment, mode: Mode) {
  const unsafe = findUnsafeSettings(env)
  if (unsafe.length > 0) throw new BadConfig(unsafe.join('\n'))
  const lanConflicts = mode === 'lan' ? findLanConflicts(env) : []
  if (lanConflicts.length > 0) throw new BadConfig(`LAN=1 is for one home network:\n${lanConflicts.join('\n')}`)
  const missing = mode === 'production' ? findMissingSettings(env) : []
  if (missing.length > 0) throw new BadConfig(`The settings are not safe for production:\n${missing.join('\n')}`)
}

/** Returns the payment settings. @throws BadConfig with one line for each unsafe setting */
function readPayments(env: Environment, mode: Mode): PaymentSettings {
  const where = { local: mode === 'local', production: env.NODE_ENV === 'production', publicUrl: env.PUBLIC_URL }
  const { payments, wrong } = readPaymentSettings(env, where)
  if (wrong.length > 0) throw new BadConfig(`The payment settings are not safe:\n${wrong.join('\n')}`)
  return payments
}

/** Returns the storage settings. @throws BadConfig with one line for each missing setting */
function readStorage(env: Environment) {
  const { wrong, ...storage } = readStorageSettings(env)
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'))
  return storage
}

const readTimeLimits = (env: Environment): TimeLimits => ({
  statementMs: env.STATEMENT_TIMEOUT_MS,
  lockMs: env.LOCK_TIMEOUT_MS,
  idleInTransactionMs: env.IDLE_IN_TRANSACTION_TIMEOUT_MS,
})

const readLimits = (env: Environment, mode: Mode) => ({
  ...readSignInSettings(env, mode),
  minFreeMb: env.MIN_FREE_MB,
  photosPerDay: env.PHOTOS_PER_DAY,
  postsPerDay: env.POSTS_PER_DAY,
  importMb: env.IMPORT_MB,
  uploadLimits,
  pace: env.PACE,
  // Turns spam detection off in local and LAN mode, where friends who try the app may post the same text.
  spamWave: env.SPAM_WAVE ?? (mode === 'production' ? 5 : 0),
  hashListUrl: env.HASH_LIST_URL,
  pushServices: env.PUSH_SERVICES,
  // With PORT=0, each process would get a different free port, so the app runs as one process.
  processes: env.PORT === 0 ? 1 : env.PROCESSES,
  feedDailyFree: env.FEED_DAILY_FREE,
  feedDailyPremium: env.FEED_DAILY_PREMIUM,
  searchTimeoutMs: env.SEARCH_TIMEOUT_MS,
})

/** Reads the settings; the defaults are for a local run. @throws BadConfig with a line per wrong or missing setting */
export function readConfig(
  environment: Record<string, string | undefined>,
  cwd = process.cwd(),
  interfaces = networkInterfaces(),
): Config {
  const { filled, wrong: unreadable } = readSecretFiles(environment, [...paymentSecrets, ...storageSecrets])
  if (unreadable.length > 0) throw new BadConfig(unreadable.join('\n'))
  const parsed = v.safeParse(Environment, filled)
  if (!parsed.success)
    throw new BadConfig(parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
  const env = parsed.output
  const mode = determineMode(env)
  refuseUnsafe(env, mode)
  const payments = readPayments(env, mode)
  const dataDir = resolve(cwd, env.DATA_DIR ?? 'data')
  return {
    mode,
    // In LAN mode the app listens on all interfaces, for phones. Requests from outside the local network are refused.
    host: env.HOST ?? (mode === 'lan' ? '0.0.0.0' : 'localhost'),
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://${mode === 'lan' ? findHomeAddress(interfaces) : 'localhost'}:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    ...readNodeSettings(env),
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL,
    mail: env.SMTP_URL ? 'smtp' : env.MAIL === 'dev' ? 'dev' : 'off',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    pepperFile: env.PEPPER_FILE || resolve(dataDir, 'secrets/pepper.v1'),
    trustedProxies: parseTrustedProxies(env),
    metricsToken: env.METRICS_TOKEN,
    securityContact: env.SECURITY_CONTACT || `mailto:security@${mailDomain(env.PUBLIC_URL)}`,
    supportContact: env.SUPPORT_CONTACT,
    serviceWorkerOff: env.SERVICE_WORKER_OFF === '1',
    ...readLimits(env, mode),
    timeZone: env.TIME_ZONE,
    payments,
    ...readStorage(env),
    ...readTraceSettings(env),
    timeLimits: readTimeLimits(env),
  }
}
