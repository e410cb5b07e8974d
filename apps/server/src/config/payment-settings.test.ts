import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BadConfig } from '#platform/settings.ts'
import { readConfig } from './config.ts'

const production = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://pawtrait.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'no-reply@pawtrait.test',
  PEPPER_FILE: '/etc/pawtrait/pepper',
  TRUSTED_PROXIES: 'none',
  DATABASE_URL: 'postgres://db.test/pawtrait',
}
const strict = { ...production, NODE_ENV: 'production' }
const mpesa = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
}
const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

const refusal = (environment: Record<string, string | undefined>) => {
  try {
    return readConfig(environment).payments.mode
  } catch (error) {
    if (error instanceof BadConfig) return error.message.split('\n').slice(1).join('\n')
    throw error
  }
}

describe('readConfig with payment settings', () => {
  it('returns mode "simulated" in a local run without credentials, and "off" in LAN mode and production', () => {
    expect(readConfig({}).payments).toMatchObject({ mode: 'simulated', livemode: false, mpesa: null, card: null })
    expect(readConfig({ PAYMENTS: 'simulated' }).payments.mode).toBe('simulated')
    expect(readConfig({ PAYMENTS: 'off' }).payments.mode).toBe('off')
    expect(readConfig({ LAN: '1' }).payments.mode).toBe('off')
    expect(readConfig(production).payments.mode).toBe('off')
    expect(readConfig(strict).payments.mode).toBe('off')
  })

  it('returns mode "live" with credentials, and `livemode: true` only if NODE_ENV=production', () => {
    const sandbox = readConfig({ ...production, ...mpesa, ...stripe }).payments
    expect(sandbox).toMatchObject({
      mode: 'live',
      livemode: false,
      mpesa: { baseUrl: 'https://sandbox.safaricom.co.ke', partyB: '174379', reversal: null },
      card: { provider: 'stripe', baseUrl: 'https://api.stripe.com', webhookSecret: 'whsec_1' },
    })
    const real = readConfig({ ...strict, ...mpesa, PAYSTACK_SECRET_KEY: 'sk_live_1' }).payments
    expect(real).toMatchObject({
      mode: 'live',
      livemode: true,
      mpesa: { baseUrl: 'https://api.safaricom.co.ke' },
      card: { provider: 'paystack', secretKey: 'sk_live_1' },
    })
    expect(readConfig({ ...strict, ...mpesa, PAYMENTS: 'off' }).payments).toMatchObject({ mode: 'off', mpesa: null })
  })

  it('reads a secret from the file in a _FILE setting, and throws if the file is unreadable', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pawtrait-secret-')), 'passkey')
    writeFileSync(file, 'from a file\n')
    const { MPESA_PASSKEY: _, ...rest } = mpesa
    const { payments } = readConfig({ ...production, ...rest, MPESA_PASSKEY_FILE: file })
    expect(payments.mpesa?.passkey).toBe('from a file')
    expect(() => readConfig({ ...production, ...rest, MPESA_PASSKEY_FILE: '/nowhere/passkey' })).toThrow(
      'MPESA_PASSKEY_FILE: /nowhere/passkey cannot be read',
    )
  })
})

describe('readConfig with unsafe payment settings', () => {
  const rows: [string, Record<string, string>, string][] = [
    ['simulators with a public address', { ...production, PAYMENTS: 'simulated' }, 'PAYMENTS=simulated is for a local'],
    ['simulators in production', { ...strict, PAYMENTS: 'simulated' }, 'PAYMENTS=simulated is for a local run'],
    ['simulators with LAN=1', { LAN: '1', PAYMENTS: 'simulated' }, 'PAYMENTS=simulated is for a local run'],
    [
      'partial M-Pesa setup',
      { ...production, MPESA_PASSKEY: 'x' },
      'M-Pesa is only partly set up: MPESA_CONSUMER_KEY, ',
    ],
    ['an M-Pesa shortcode alone', { ...production, MPESA_SHORTCODE: '174379' }, 'MPESA_PASSKEY are missing'],
    ['partial reversal setup', { ...production, ...mpesa, MPESA_INITIATOR: 'x' }, 'MPESA_INITIATOR and MPESA_SECURITY'],
    [
      'partial Stripe setup',
      { ...production, STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
    ],
    ['Stripe without credentials', { ...production, ...mpesa, CARD_PROVIDER: 'stripe' }, 'CARD_PROVIDER=stripe needs'],
    [
      'Paystack without credentials',
      { ...production, ...mpesa, CARD_PROVIDER: 'paystack' },
      'CARD_PROVIDER=paystack needs',
    ],
    ['two card providers', { ...production, ...stripe, PAYSTACK_SECRET_KEY: 'sk_test_1' }, 'choose with CARD_PROVIDER'],
    ['PAYMENTS=live without credentials', { ...production, PAYMENTS: 'live' }, 'PAYMENTS=live needs credentials'],
    ['M-Pesa without PUBLIC_URL', { ...mpesa }, 'PAYMENTS=live needs an https PUBLIC_URL'],
    ['the M-Pesa sandbox in production', { ...strict, ...mpesa, MPESA_ENV: 'sandbox' }, 'MPESA_ENV (https://sandbox'],
    ['a simulator in production', { ...strict, ...mpesa, DARAJA_BASE_URL: 'http://127.0.0.1:4000' }, 'DARAJA_BASE_URL'],
    [
      'a Paystack test key in production',
      { ...strict, PAYSTACK_SECRET_KEY: 'sk_test_1' },
      'PAYSTACK_SECRET_KEY of the test mode',
    ],
    ['a Stripe test key in production', { ...strict, ...stripe }, 'STRIPE_SECRET_KEY of the test mode'],
    [
      'a card simulator in production',
      { ...strict, PAYSTACK_SECRET_KEY: 'sk_live_1', PAYSTACK_BASE_URL: 'http://127.0.0.1:4000' },
      'PAYSTACK_BASE_URL (http://127.0.0.1:4000)',
    ],
    ['a live key without NODE_ENV', { ...production, PAYSTACK_SECRET_KEY: 'sk_live_1' }, 'needs NODE_ENV=production'],
    ['live M-Pesa without NODE_ENV', { ...production, ...mpesa, MPESA_ENV: 'production' }, 'needs NODE_ENV=production'],
  ]
  it.each(rows)('refuses %s, and lists the setting in the error', (_case, environment, line) => {
    expect(refusal(environment)).toContain(line)
  })

  it('throws an error that lists each setting with an invalid value', () => {
    expect(() => readConfig({ PREMIUM_PERIOD: 'P40D' })).toThrow('PREMIUM_PERIOD: must be P1M to P12M')
    expect(() => readConfig({ VAT_RATE_BPS: '16 %' })).toThrow('VAT_RATE_BPS: must be a whole number')
    expect(() => readConfig({ PAYMENTS: 'yes' })).toThrow('PAYMENTS: ')
  })
})
