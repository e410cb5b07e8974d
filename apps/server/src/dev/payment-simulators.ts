/** Simulators of payment providers, for tests and for local runs without credentials. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@pawtrait/contract/paths.ts'
import { cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import { testCredentials } from '@pawtrait/simulators/credentials.ts'
import { type Simulators, startSimulators } from '@pawtrait/simulators/start-simulators.ts'
import type { Config } from '#app/config/config.ts'
import type { CardSettings, PaymentSettings } from '#app/config/payment-settings.ts'
import { buildWebhookUrl } from '#features/payments/providers/callback-urls.ts'

type SimulatorUrls = Pick<Simulators, 'darajaUrl' | 'paystackUrl' | 'stripeUrl' | 'phoneUrl'>

function createCardSettings(urls: SimulatorUrls, provider: CardSettings['provider']): CardSettings {
  return provider === 'stripe'
    ? { provider, baseUrl: urls.stripeUrl, ...testCredentials.stripe }
    : { provider, baseUrl: urls.paystackUrl, ...testCredentials.paystack }
}

/** Returns payment settings with the simulators' URLs and test credentials. The provider adapters stay the same. */
export function createSimulatedPaymentSettings(settings: PaymentSettings, urls: SimulatorUrls): PaymentSettings {
  const { consumerKey, consumerSecret, shortcode, passkey, initiator, securityCredential } = testCredentials.daraja
  return {
    ...settings,
    mode: 'simulated',
    livemode: false,
    mpesa: {
      baseUrl: urls.darajaUrl,
      consumerKey,
      consumerSecret,
      shortcode,
      partyB: shortcode,
      transactionType: 'CustomerPayBillOnline',
      passkey,
      reversal: { initiator, securityCredential },
      onlyListed: false,
      trustListed: false,
    },
    card: createCardSettings(urls, settings.simulatedCard),
    testPagesUrl: urls.phoneUrl,
  }
}

export function setWebhookTargets(simulators: Simulators, config: Config) {
  for (const provider of cardProviderNames) simulators.setWebhookUrl(provider, buildWebhookUrl(config, provider))
}

/** Starts the simulators on loopback. They store payments in progress, which survive a restart. */
export async function startPaymentSimulators(config: Config, log: (line: string) => void) {
  const folder = join(config.dataDir, 'simulators')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stateFile = join(folder, 'state.json')
  const shop = { name: 'Pawtrait', url: `${config.publicUrl}${paths.premium}` }
  const simulators = await startSimulators({ log, stateFile, pagesUrl: config.publicUrl, shop })
  const simulated: Config = { ...config, payments: createSimulatedPaymentSettings(config.payments, simulators) }
  setWebhookTargets(simulators, simulated)
  return { config: simulated, stop: () => simulators.close() }
}
