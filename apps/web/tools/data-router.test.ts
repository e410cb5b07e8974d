import { expect, test } from 'vitest'
import { standInFor, unnamed } from './data-router.ts'

const lib = '/app/node_modules/react-router/dist/production/lib'

test('the data router gets stand-ins for framework mode and instrumentation', () => {
  expect(standInFor('./ssr/components.js', `${lib}/dom/lib.js`)).toBe('ssr/components.js')
  expect(standInFor('./dom/ssr/components.js', `${lib}/components.js`)).toBe('ssr/components.js')
  expect(standInFor('./instrumentation.js', `${lib}/router/router.js`)).toBe('instrumentation.js')
})

test('everything else gets what it asks for', () => {
  expect(standInFor('./ssr/components.js', `${lib}/dom/ssr/errorBoundaries.js`)).toBe(null)
  expect(standInFor('./history.js', `${lib}/router/router.js`)).toBe(null)
  expect(standInFor('./ssr/components.js', '/app/apps/web/src/app/Frame.tsx')).toBe(null)
})

test('names for developer tools go, and nothing else', () => {
  expect(unnamed('const Form = 1;\nForm.displayName = "Form";\nform.displayName = name;')).toBe(
    'const Form = 1;\n\nform.displayName = name;',
  )
})
