import { expect, it } from 'vitest'
import { formatCsv } from './csv.ts'

it('formatCsv quotes cells with commas, quotes or line breaks, and escapes formulas', () => {
  const rows = [
    ['a', 'b, "c"', 'd\ne'],
    ['=1+1', '-2+3', '@SUM(A1)', '-1500.00'],
  ]
  expect(formatCsv(rows)).toBe('"a","b, ""c""","d\ne"\r\n"\'=1+1","\'-2+3","\'@SUM(A1)","-1500.00"\r\n')
})
