import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { phrases } from '../src/i18n/phrases.ts'
import { moduleSizes } from './module-sizes.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-sizes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Module = { code?: string; importedIds?: string[]; dynamicallyImportedIds?: string[] }

const sizesOf = (modules: Record<string, Module>) =>
  moduleSizes({ getModuleInfo: (id) => ({ code: '', importedIds: [], dynamicallyImportedIds: [], ...modules[id] }) })

test('a script is as long as it is minified, without what imports it', () => {
  const code = `import { other } from './other.ts'\n\n// Why.\nexport const   one = other(1)\n`
  expect(sizesOf({ one: { code } }).script('one')).toBe('export const one=o(1);'.length)
})

test('words count in place of their names', () => {
  const { script } = sizesOf({
    named: { code: 'export const t=phrases.ui.tryAgain' },
    empty: { code: 'export const t=""' },
  })
  expect(script('named') - script('empty')).toBe(phrases.ui.tryAgain.length)
})

test('a drawing is carried by each that draws it, and a part that is loaded later by its list of files', () => {
  const icon = { code: `export default "${'M0 0h9'.repeat(50)}"` }
  const { script } = sizesOf({
    'paw.svg?path': icon,
    drawn: { code: 'f()', importedIds: ['paw.svg?path'] },
    plain: { code: 'f()' },
    opening: { code: 'f()', dynamicallyImportedIds: ['part'] },
  })
  expect(script('drawn') - script('plain')).toBe(script('paw.svg?path'))
  expect(script('opening') - script('plain')).toBe(150)
})

test('of schemas nothing reaches the browser, and a style is as long as it is without its spaces', () => {
  const css = join(folder, 'a.css')
  writeFileSync(css, '.a {\n  /* Why. */\n  color: red;\n  margin: 0 auto;\n}\n')
  const schema = { code: 'x'.repeat(900), importedIds: ['/node_modules/valibot/index.js'] }
  const { script, style } = sizesOf({ '/packages/contract/posts.ts': schema })
  expect([script('/packages/contract/posts.ts'), style(`${css}?module`), style('/a.ts')]).toEqual([
    ...[0, '.a{color:red;margin:0 auto;}'.length, 0],
  ])
})
