import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { findServerOnlyRanges, markPureCalls, removeRanges } from './strip-endpoint-schemas.ts'

const bare = (code: string) => removeRanges(code, findServerOnlyRanges(parseAst(code)))

describe('stripEndpointSchemas', () => {
  test('keeps method and path of an endpoint and removes its schemas', () => {
    expect(
      bare(`defineEndpoint({ method: 'GET', path: '/api/pets', auth: 'user', output: v.object({ a: v.b() }) })`),
    ).toBe(`defineEndpoint({ method: 'GET', path: '/api/pets', ...{}, ...{} })`)
  })

  test('removes schemas spread from a shared constant', () => {
    const code = `const one = { path: '/api/pets/:id', params: { id: v.a() } }; defineEndpoint({ ...one, body: v.b() })`
    expect(bare(code)).toBe(`const one = { path: '/api/pets/:id', ...{} }; defineEndpoint({ ...one, ...{} })`)
  })

  test('removes schemas spread from a shared constant that has no path property', () => {
    const other = 'const { a } = { query: 1 };'
    expect(bare(`const list = { output: v.a() }; ${other} defineEndpoint({ path: '/api', ...list })`)).toBe(
      `const list = { ...{} }; ${other} defineEndpoint({ path: '/api', ...list })`,
    )
  })

  test('finds more than five removable schemas in likes.ts of the contract', () => {
    const file = new URL('../../../packages/contract/src/likes.ts', import.meta.url)
    const program = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' })
    expect(findServerOnlyRanges(program).length).toBeGreaterThan(5)
  })

  test('keeps the idempotencyKey flag of an endpoint', () => {
    const code = `defineEndpoint({ method: 'POST', path: '/api/pets', idempotencyKey: true })`
    expect(bare(code)).toBe(code)
  })

  test('does not change objects that are not endpoint definitions', () => {
    const code = `const letter = { body: 'words', output: 1 }`
    expect(bare(code)).toBe(code)
  })

  test('marks only calls of schema builders as pure', () => {
    expect(markPureCalls(`Text(5); v.pipe(v.string()); save.v.go(); myText(1); new Set()`)).toBe(
      `/* @__PURE__ */ Text(5); /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string()); save.v.go(); myText(1); new Set()`,
    )
  })
})
