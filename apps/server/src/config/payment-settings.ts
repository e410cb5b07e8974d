import { readFileSync } from 'node:fs'
import { cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import * as v from 'valibot'
import { FlagSetting, TextSetting } from '#platform/settings.ts'

export type Seller = { name: string; address: string; kraPin: string }

export type MpesaSettings = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  /** M-Pesa number that receives the money: a paybill number, or the till number of the store in `shortcode`. */
  partyB: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  passkey: string
  /** Credentials for reversals; null if the operator makes each refund by hand. */
  reversal: { initiator: string; securityCredential: string } | null
  /** Whether to refuse callbacks from IP addresses that Safaricom does not list. */
  onlyListed: boolean
  /** Whether to accept callbacks from listed IP addresses if Safaricom answers no status query for ten minutes. */
  trustListed: boolean
}

export type CardSettings =
  | { provider: 'paystack'; baseUrl: string; secretKey: string }
  | { provider: 'stripe'; baseUrl: string; secretKey: string; webhookSecret: string }

export type PaymentSettings = {
  mode: 'off' | 'simulated' | 'live'
  /** Whether real money moves; false with simulators and sandboxes. */
  livemode: boolean
  mpesa: MpesaSettings | null
  card: CardSettings | null
  simulatedCard: CardSettings['provider']
  /** URL of the test phone and the test card page; null without simulators. */
  testPagesUrl: string | null
  seller: Seller
  /** VAT in the price, in hundredths of a percent; 0 if the seller is not registered for VAT. */
  vatRateBps: number
  /** Length of a purchased period, in months. */
  premiumMonths: number
  /** Retention of raw provider events, in days. */
  eventDays: number
}

export const paymentSettingEntries = {
  PAYMENTS: v.optional(v.picklist(['', 'off', 'simulated', 'live']), ''),
  CARD_PROVIDER: v.optional(v.picklist(['', ...cardProviderNames]), ''),
  MPESA_ENV: v.optional(v.picklist(['', 'sandbox', 'production']), ''),
  MPESA_CONSUMER_KEY: TextSetting,
  MPESA_CONSUMER_SECRET: TextSetting,
  MPESA_SHORTCODE: v.optional(v.pipe(v.string(), v.regex(/^(\d{5,7})?$/, 'must have 5 to 7 digits')), ''),
  MPESA_PARTY_B: v.optional(v.pipe(v.string(), v.regex(/^(\d{5,8})?$/, 'must have 5 to 8 digits')), ''),
  MPESA_TRANSACTION_TYPE: v.optional(
    v.picklist(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
    'CustomerPayBillOnline',
  ),
  MPESA_PASSKEY: TextSetting,
  MPESA_INITIATOR: TextSetting,
  MPESA_SECURITY_CREDENTIAL: TextSetting,
  MPESA_ONLY_LISTED_CALLBACKS: FlagSetting,
  MPESA_TRUST_LISTED_CALLBACKS: FlagSetting,
  PAYSTACK_SECRET_KEY: TextSetting,
  STRIPE_SECRET_KEY: TextSetting,
  STRIPE_WEBHOOK_SECRET: TextSetting,
  DARAJA_BASE_URL: TextSetting,
  PAYSTACK_BASE_URL: TextSetting,
  STRIPE_BASE_URL: TextSetting,
  PREMIUM_PERIOD: v.optional(v.pipe(v.string(), v.regex(/^P([1-9]|1[0-2])M$/, 'must be P1M to P12M')), 'P1M'),
  PROVIDER_EVENTS_DAYS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a whole number of days'),
      v.transform(Number),
      v.minValue(7, 'must be at least 7, because providers repeat their messages for days'),
    ),
    '90',
  ),
  VAT_RATE_BPS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be a whole number of hundredths of a percent'), v.transform(Number)),
    '0',
  ),
  SELLER_NAME: v.optional(v.pipe(v.string(), v.trim()), 'Pawtrait'),
  SELLER_ADDRESS: TextSetting,
  SELLER_KRA_PIN: TextSetting,
}
const Entries = v.object(paymentSettingEntries)
export type PaymentEnvironment = v.InferOutput<typeof Entries>

/** Secrets that can also be read from a file. The setting `<NAME>_FILE` contains the path of the file. */
export const paymentSecrets = [
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_PASSKEY',
  'MPESA_SECURITY_CREDENTIAL',
  'PAYSTACK_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

/** Reads secrets from their files. `wrong` has a line per file that cannot be read. */
export function readSecretFiles(environment: Record<string, string | undefined>, secrets: readonly string[]) {
  const [filled, wrong] = [{ ...environment }, [] as string[]]
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]
    if (!file || environment[name]) continue
    try {
      filled[name] = readFileSync(file, 'utf8').trim()
    } catch {
      wrong.push(`${name}_FILE: ${file} cannot be read: check the path and its permissions`)
    }
  }
  return { filled, wrong }
}

type Where = { local: boolean; production: boolean; publicUrl: string | undefined }

const hosts = {
  daraja: { sandbox: 'https://sandbox.safaricom.co.ke', production: 'https://api.safaricom.co.ke' },
  paystack: 'https://api.paystack.co',
  stripe: 'https://api.stripe.com',
} as const

const requiredMpesaSettings = [
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORTCODE',
  'MPESA_PASSKEY',
] as const
const credentials = [...paymentSecrets, 'MPESA_SHORTCODE', 'MPESA_INITIATOR'] as const

const filterSetNames = (env: PaymentEnvironment, names: readonly (keyof PaymentEnvironment)[]) =>
  names.filter((name) => env[name] !== '')

function findPartialSettings(env: PaymentEnvironment): string[] {
  const wrong: string[] = []
  const mpesa = filterSetNames(env, requiredMpesaSettings)
  const missing = requiredMpesaSettings.filter((name) => env[name] === '')
  if (mpesa.length > 0 && missing.length > 0)
    wrong.push(`M-Pesa is only partly set up: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`)
  if ((env.MPESA_INITIATOR === '') !== (env.MPESA_SECURITY_CREDENTIAL === ''))
    wrong.push('MPESA_INITIATOR and MPESA_SECURITY_CREDENTIAL belong together: set both or neither')
  if (env.MPESA_INITIATOR !== '' && mpesa.length === 0) wrong.push('MPESA_INITIATOR is set, but M-Pesa is not set up')
  if ((env.STRIPE_SECRET_KEY === '') !== (env.STRIPE_WEBHOOK_SECRET === ''))
    wrong.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or neither')
  if (env.CARD_PROVIDER === 'stripe' && env.STRIPE_SECRET_KEY === '' && filterSetNames(env, credentials).length > 0)
    wrong.push('CARD_PROVIDER=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
  if (env.CARD_PROVIDER === 'paystack' && env.PAYSTACK_SECRET_KEY === '' && filterSetNames(env, credentials).length > 0)
    wrong.push('CARD_PROVIDER=paystack needs PAYSTACK_SECRET_KEY')
  if (env.CARD_PROVIDER === '' && env.PAYSTACK_SECRET_KEY !== '' && env.STRIPE_SECRET_KEY !== '')
    wrong.push('PAYSTACK_SECRET_KEY and STRIPE_SECRET_KEY are both set: choose with CARD_PROVIDER')
  return wrong
}

/** Returns an error line for each test credential in production, and for each live credential in other modes. */
function findWrongModeCredentials(env: PaymentEnvironment, { production }: Where): string[] {
  const wrong: string[] = []
  const addFault = (name: string, is: string) =>
    wrong.push(
      production
        ? `${name} ${is} moves no real money, but NODE_ENV is production`
        : `${name} ${is} moves real money, which needs NODE_ENV=production`,
    )
  const isDarajaLive = darajaHost(env, production) === hosts.daraja.production
  if (env.MPESA_CONSUMER_KEY !== '' && isDarajaLive !== production)
    addFault(env.DARAJA_BASE_URL ? 'DARAJA_BASE_URL' : 'MPESA_ENV', `(${darajaHost(env, production)})`)
  for (const name of ['PAYSTACK_SECRET_KEY', 'STRIPE_SECRET_KEY'] as const)
    if (env[name] !== '' && /^[sr]k_live_/.test(env[name]) !== production)
      addFault(name, production ? 'of the test mode' : 'of the live mode')
  for (const [name, host] of [
    ['PAYSTACK_BASE_URL', hosts.paystack],
    ['STRIPE_BASE_URL', hosts.stripe],
  ] as const)
    if (production && env[name] !== '' && env[name] !== host) addFault(name, `(${env[name]})`)
  return wrong
}

const darajaHost = (env: PaymentEnvironment, production: boolean) =>
  env.DARAJA_BASE_URL || hosts.daraja[env.MPESA_ENV || (production ? 'production' : 'sandbox')]

function determineMode(env: PaymentEnvironment, { local, production }: Where): PaymentSettings['mode'] {
  if (env.PAYMENTS !== '') return env.PAYMENTS
  if (filterSetNames(env, credentials).length > 0) return 'live'
  return local && !production ? 'simulated' : 'off'
}

/** Returns an error line for each setting that contradicts the payment mode. */
function findModeConflicts(env: PaymentEnvironment, where: Where, mode: PaymentSettings['mode']): string[] {
  if (mode === 'simulated' && (!where.local || where.production))
    return [
      'PAYMENTS=simulated is for a local run only (HOST on loopback, PUBLIC_URL private, NODE_ENV not production)',
    ]
  const wrong = findPartialSettings(env)
  if (mode !== 'live') return wrong
  const hasNoProvider = env.MPESA_CONSUMER_KEY === '' && env.PAYSTACK_SECRET_KEY === '' && env.STRIPE_SECRET_KEY === ''
  if (hasNoProvider && wrong.length === 0) wrong.push('PAYMENTS=live needs credentials of M-Pesa or of a card provider')
  if (!where.publicUrl?.startsWith('https://'))
    wrong.push('PAYMENTS=live needs an https PUBLIC_URL, because providers send callbacks to it')
  return [...wrong, ...findWrongModeCredentials(env, where)]
}

function readCardSettings(env: PaymentEnvironment): CardSettings | null {
  if (env.CARD_PROVIDER !== 'paystack' && env.STRIPE_SECRET_KEY !== '')
    return {
      provider: 'stripe',
      baseUrl: env.STRIPE_BASE_URL || hosts.stripe,
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    }
  if (env.PAYSTACK_SECRET_KEY === '') return null
  return {
    provider: 'paystack',
    baseUrl: env.PAYSTACK_BASE_URL || hosts.paystack,
    secretKey: env.PAYSTACK_SECRET_KEY,
  }
}

function readMpesaSettings(env: PaymentEnvironment, production: boolean): MpesaSettings | null {
  if (env.MPESA_CONSUMER_KEY === '') return null
  return {
    baseUrl: darajaHost(env, production),
    consumerKey: env.MPESA_CONSUMER_KEY,
    consumerSecret: env.MPESA_CONSUMER_SECRET,
    shortcode: env.MPESA_SHORTCODE,
    partyB: env.MPESA_PARTY_B || env.MPESA_SHORTCODE,
    transactionType: env.MPESA_TRANSACTION_TYPE,
    passkey: env.MPESA_PASSKEY,
    reversal:
      env.MPESA_INITIATOR === ''
        ? null
        : { initiator: env.MPESA_INITIATOR, securityCredential: env.MPESA_SECURITY_CREDENTIAL },
    onlyListed: env.MPESA_ONLY_LISTED_CALLBACKS === '1',
    trustListed: env.MPESA_TRUST_LISTED_CALLBACKS === '1',
  }
}

/** Reads the payment settings. `wrong` has a line per fault. Simulators set their URLs when they start. */
export function readPaymentSettings(
  env: PaymentEnvironment,
  where: Where,
): { payments: PaymentSettings; wrong: string[] } {
  const mode = determineMode(env, where)
  const payments: PaymentSettings = {
    mode,
    livemode: mode === 'live' && where.production,
    mpesa: mode === 'live' ? readMpesaSettings(env, where.production) : null,
    card: mode === 'live' ? readCardSettings(env) : null,
    simulatedCard: env.CARD_PROVIDER || 'paystack',
    testPagesUrl: null,
    seller: { name: env.SELLER_NAME, address: env.SELLER_ADDRESS, kraPin: env.SELLER_KRA_PIN },
    vatRateBps: env.VAT_RATE_BPS,
    premiumMonths: Number(env.PREMIUM_PERIOD.slice(1, -1)),
    eventDays: env.PROVIDER_EVENTS_DAYS,
  }
  return { payments, wrong: findModeConflicts(env, where, mode) }
}
