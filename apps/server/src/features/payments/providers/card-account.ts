import { type CardProviderName, cardProviderNames } from '@pawtrait/contract/payments/payments.ts'
import type { CardSettings } from '#app/config/payment-settings.ts'
import type { Provider } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import type { CardAccount, CardProvider } from './card-provider.ts'
import { paystack } from './paystack/paystack.ts'
import { stripe } from './stripe/stripe.ts'

type SettingsOf<Name extends CardProviderName> = Extract<CardSettings, { provider: Name }>

/** All card providers; an instance sells through at most one. */
export const cardProviders: { [Name in CardProviderName]: CardProvider<SettingsOf<Name>> } = { paystack, stripe }

/** Card providers that can be queried by our reference alone. */
export const providersQueriedByReference = cardProviderNames.filter((name) => cardProviders[name].isQueriedByReference)

const accountAt = <Name extends CardProviderName>(name: Name, settings: SettingsOf<Name>): CardAccount =>
  cardProviders[name].at(settings)

type Here = Pick<Context, 'config'>

export function configuredCardAccount({ config }: Here): CardAccount | undefined {
  const { card } = config.payments
  return card ? accountAt(card.provider, card) : undefined
}

/** Returns the configured account if it is at this provider; old payments may be from an earlier provider. */
export function cardAccountOfProvider(ctx: Here, provider: Provider): CardAccount | undefined {
  const card = configuredCardAccount(ctx)
  return card?.name === provider ? card : undefined
}

/** Returns the configured account if it can query a payment: same provider, same mode (test or live). */
export const cardAccountForPayment = (ctx: Here, { provider, livemode }: { provider: Provider; livemode: boolean }) =>
  livemode === ctx.config.payments.livemode ? cardAccountOfProvider(ctx, provider) : undefined
