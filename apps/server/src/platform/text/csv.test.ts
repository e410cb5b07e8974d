import { expect, it } from 'vitest'
import { csv } from './csv.ts'

it('csv quotes cells with commas, quotes or line breaks, and escapes formulas', () => {
  const rows = [
    ['a', 'b, "c"', 'd\ne'],
    ['=1+1', '-2+3', '@SUM(A1)', '-1500.00'],
  ]
  expect(csv(rows)).toBe('"a","b, ""c""","d\ne"\r\n"\'=1+1","\'-2+3","\'@SUM(A1)","-1500.00"\r\n')
})
