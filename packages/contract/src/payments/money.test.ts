import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'

const formatted = (amountMinor: number, currency: string, locale: string) =>
  formatMoney({ amountMinor, currency }, locale).replace(/\s/gu, ' ')

it.each([
  [150_000, 'KES', 'en-GB', 'KSh 1,500'],
  [150_000, 'KES', 'en-KE', 'KSh 1,500'],
  [150_000, 'KES', 'fr', '1 500 KSh'],
  [129_310, 'KES', 'en-GB', 'KSh 1,293.10'],
  [0, 'KES', 'en-GB', 'KSh 0'],
  [150_000, 'USD', 'en-GB', 'US$1,500'],
  [1500, 'JPY', 'en-GB', 'JP¥1,500'],
])('formatMoney formats %i %s in %s as %s', (amount, currency, locale, words) =>
  expect(formatted(amount, currency, locale)).toBe(words),
)
