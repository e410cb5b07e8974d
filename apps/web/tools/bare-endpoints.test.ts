import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { marked, serverOnlyRanges, without } from './bare-endpoints.ts'

const bare = (code: string) => without(code, serverOnlyRanges(parseAst(code)))

describe('endpoints in the browser', () => {
  test('keep how and where to ask, and lose their schemas', () => {
    expect(bare(`endpoint({ method: 'GET', path: '/api/pets', auth: 'user', output: v.object({ a: v.b() }) })`)).toBe(
      `endpoint({ method: 'GET', path: '/api/pets', ...{}, ...{} })`,
    )
  })

  test('lose what they take over from a shared part', () => {
    const code = `const one = { path: '/api/pets/:id', params: { id: v.a() } }; endpoint({ ...one, body: v.b() })`
    expect(bare(code)).toBe(`const one = { path: '/api/pets/:id', ...{} }; endpoint({ ...one, ...{} })`)
  })

  test('lose what they take over from a shared part without an address', () => {
    const other = 'const { a } = { query: 1 };'
    expect(bare(`const list = { output: v.a() }; ${other} endpoint({ path: '/api', ...list })`)).toBe(
      `const list = { ...{} }; ${other} endpoint({ path: '/api', ...list })`,
    )
  })

  test('keep the key that makes a repeat harmless', () => {
    const code = `endpoint({ method: 'POST', path: '/api/pets', idempotencyKey: true })`
    expect(bare(code)).toBe(code)
  })

  test('other objects stay whole', () => {
    const code = `const letter = { body: 'words', output: 1 }`
    expect(bare(code)).toBe(code)
  })

  test('what builds a schema may be dropped, calls of other things may not', () => {
    expect(marked(`Text(5); v.pipe(v.string()); save.v.go(); myText(1); new Set()`)).toBe(
      `/* @__PURE__ */ Text(5); /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string()); save.v.go(); myText(1); new Set()`,
    )
  })
})
