import { describe, expect, test } from 'vitest'
import { parseOutline } from './svg-path.ts'

describe('parseOutline', () => {
  test('joins several paths into one', () => {
    expect(parseOutline('<svg><path d="M0 0H1"/><path fill="red" d="M2 2V3"/></svg>')).toBe('M0 0H1M2 2V3')
  })

  test('converts circles to paths', () => {
    expect(parseOutline('<svg><circle cx="15" cy="24" r="10.5"/></svg>')).toBe(
      'M4.5 24a10.5 10.5 0 1 0 21 0a10.5 10.5 0 1 0 -21 0Z',
    )
  })

  test('throws for a drawing that has neither a path nor a circle', () => {
    expect(() => parseOutline('<svg><rect width="2" height="2"/></svg>')).toThrow('An SVG without path or circle')
  })
})
