import { type CardProviderName, cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import type { CardAccount, CardProvider } from './card-provider.ts'
import { paystack } from './paystack/paystack.ts'
import { stripe } from './stripe/stripe.ts'

type SettingsOf<Name extends CardProviderName> = Extract<CardSettings, { provider: Name }>

/** All supported card providers. An instance sells through at most one of them. */
export const cardProviders: { [Name in CardProviderName]: CardProvider<SettingsOf<Name>> } = { paystack, stripe }

/** Card providers that can find a payment by our reference alone, without the id that they gave it. */
export const providersQueriedByReference = cardProviderNames.filter((name) => cardProviders[name].isQueriedByReference)

const createCardAccount = <Name extends CardProviderName>(name: Name, settings: SettingsOf<Name>): CardAccount =>
  cardProviders[name].createAccount(settings)

type ConfigContext = Pick<Context, 'config'>

export function getConfiguredCardAccount({ config }: ConfigContext): CardAccount | undefined {
  const { card } = config.payments
  return card ? createCardAccount(card.provider, card) : undefined
}

/** Returns the card account if the instance uses this provider now. Old payments may belong to an earlier provider. */
export function findCardAccountOfProvider(ctx: ConfigContext, provider: Provider): CardAccount | undefined {
  const card = getConfiguredCardAccount(ctx)
  return card?.name === provider ? card : undefined
}

/** Returns the card account if it can query this payment: it needs the same provider and mode (test or live). */
export const findCardAccountForPayment = (
  ctx: ConfigContext,
  { provider, livemode }: { provider: Provider; livemode: boolean },
) => (livemode === ctx.config.payments.livemode ? findCardAccountOfProvider(ctx, provider) : undefined)
