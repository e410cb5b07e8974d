import { createHash } from 'node:crypto'
import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import type { Config } from '#app/config/config.ts'

type Here = Pick<Config, 'payments' | 'publicUrl' | 'port'>

/** Where providers reach this instance. Simulators reach nothing but this machine, whatever its public name is. */
const callbackOrigin = ({ payments, publicUrl, port }: Here) =>
  payments.mode === 'simulated' && new URL(publicUrl).hostname !== 'localhost' ? `http://localhost:${port}` : publicUrl

/** Where M-Pesa tells what became of an attempt, a refund or a claim; the token in it is that one's own secret. */
export const mpesaCallbackUrl = (config: Here, token: string) =>
  `${callbackOrigin(config)}/api/payments/mpesa/cb/${token}`

/** All that is kept of such a token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const webhookUrl = (config: Here, provider: CardProviderName) =>
  `${callbackOrigin(config)}/api/payments/${provider}/webhook`

/** Where the card page sends its payer back to. */
export const cardReturnUrl = (config: Here, reference: string) =>
  `${callbackOrigin(config)}/api/payments/card/return/${reference}`
