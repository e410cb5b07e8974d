import { describe, expect, test } from 'vitest'
import { parseShapes } from './svg-shapes.ts'

describe('parseShapes', () => {
  test("returns the shapes in order, with attributes in React's spelling", () => {
    const svg =
      '<svg viewBox="0 0 1 1"><path d="M0 0H1" stroke-width="2"/><circle cx="1" cy="2" r="3" fill="#fff"/></svg>'
    expect(parseShapes(svg)).toEqual([
      ['path', { d: 'M0 0H1', strokeWidth: '2' }],
      ['circle', { cx: '1', cy: '2', r: '3', fill: '#fff' }],
    ])
  })

  test('throws for a script and for an empty drawing', () => {
    expect(() => parseShapes('<svg><script src="x"></script></svg>')).toThrow('no <script>')
    expect(() => parseShapes('<svg></svg>')).toThrow('An SVG without shapes')
  })
})
