import { createHash } from 'node:crypto'
import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import type { Config } from '#app/config/config.ts'

type UrlConfig = Pick<Config, 'payments' | 'publicUrl' | 'port'>

/** Origin to which providers send callbacks. For simulators it is localhost, because they only reach this machine. */
const callbackOrigin = ({ payments, publicUrl, port }: UrlConfig) =>
  payments.mode === 'simulated' && new URL(publicUrl).hostname !== 'localhost' ? `http://localhost:${port}` : publicUrl

/** URL to which M-Pesa sends the result of an attempt, a refund or a claim. It contains the secret token. */
export const buildMpesaCallbackUrl = (config: UrlConfig, token: string) =>
  `${callbackOrigin(config)}/api/payments/mpesa/cb/${token}`

/** Hashes a callback token. Only its hash is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const buildWebhookUrl = (config: UrlConfig, provider: CardProviderName) =>
  `${callbackOrigin(config)}/api/payments/${provider}/webhook`

/** URL to which the card page returns the payer. */
export const buildCardReturnUrl = (config: UrlConfig, reference: string) =>
  `${callbackOrigin(config)}/api/payments/card/return/${reference}`
