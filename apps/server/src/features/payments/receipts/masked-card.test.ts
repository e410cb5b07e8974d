import { expect, it } from 'vitest'
import { formatMaskedCard } from './masked-card.ts'

it.each([
  ['visa 4081', 'Visa •••• 4081'],
  ['VISA 4081', 'VISA •••• 4081'],
  ['mastercard 4444', 'Mastercard •••• 4444'],
  ['amex 0005', 'American Express •••• 0005'],
  ['verve', 'Verve'],
  ['4081', '•••• 4081'],
  ['', null],
  [null, null],
])('formatMaskedCard formats "%s" as "%s"', (method, name) => expect(formatMaskedCard(method)).toBe(name))
