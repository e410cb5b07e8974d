import { expect, test } from 'vitest'
import { isFramework, unnamed } from './plain-links.ts'

const lib = '/app/node_modules/react-router/dist/production/lib'

test('links and the router do without framework mode', () => {
  expect(isFramework('./ssr/components.js', `${lib}/dom/lib.js`)).toBe(true)
  expect(isFramework('./dom/ssr/components.js', `${lib}/components.js`)).toBe(true)
})

test('everything else gets what it asks for', () => {
  expect(isFramework('./ssr/components.js', `${lib}/dom/ssr/errorBoundaries.js`)).toBe(false)
  expect(isFramework('./history.js', `${lib}/components.js`)).toBe(false)
  expect(isFramework('./ssr/components.js', '/app/apps/web/src/app/Frame.tsx')).toBe(false)
})

test('names for developer tools go, and nothing else', () => {
  expect(unnamed('const Form = 1;\nForm.displayName = "Form";\nform.displayName = name;')).toBe(
    'const Form = 1;\n\nform.displayName = name;',
  )
})
