import { expect, test } from 'vitest'
import { isStaticPart } from './static-parts.ts'

const imports: Record<string, string[]> = {
  'entry-static.ts': ['send.ts', 'kit.css'],
  'send.ts': ['words.ts'],
  'words.ts': ['send.ts'],
  'app.tsx': ['words.ts', 'react'],
}
const modules = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }
const isPart = (id: string) => isStaticPart(id, 'entry-static.ts', modules)

test('the pages without React need what their entry imports, however far away, and nothing else', () => {
  expect(['entry-static.ts', 'send.ts', 'kit.css', 'words.ts'].map(isPart)).toEqual([true, true, true, true])
  expect(['app.tsx', 'react'].map(isPart)).toEqual([false, false])
})
