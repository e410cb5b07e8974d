import { expect, it } from 'vitest'
import { parseKenyanMobile } from './phone-number.ts'

it.each([
  ...['0700000000', '+254700000000', '254 700 000 000', '+254 0700 000 000', '00254700000000', '(0700) 000-000'],
  ...['0700.000.000', '700000000', '\u202A+254700000000\u202C', '\u2068+254 700 000 000\u2069'],
  ...['0700\u00A0000\u00A0000', '0700\u2011000\u2011000', '0700\u2013000\u2013000', '٠٧٠٠٠٠٠٠٠٠', '۰۷۰۰۰۰۰۰۰۰'],
  ...['०७००००००००', '０７００ ０００ ０００', '+254 (0) 700 000 000', '\uFEFF0700 000 000', '0700/000/000'],
])('parseKenyanMobile reads %j as 254700000000', (typed) => {
  expect(parseKenyanMobile(typed)).toBe('254700000000')
})

it.each([
  '070000000',
  '07000000000',
  '+1 700 000 0000',
  'not a number',
  '',
  '0800000000',
  '255700000000',
  '0x700000000',
])('parseKenyanMobile returns null for %j', (typed) => {
  expect(parseKenyanMobile(typed)).toBe(null)
})
