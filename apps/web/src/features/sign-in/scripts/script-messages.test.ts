import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const scripts = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join()

// This test finds unused messages. The compiler finds missing messages.
const pages = ['LogInPage', 'SignUpPage', 'ResetSignInPage', 'UndoEmailChangePage', 'GuardianPage']

describe('messages of static pages', () => {
  test.each(pages)('%s includes only messages that its script uses', (page) => {
    const [, block = ''] = /const scriptMessages = \{([^}]*)\}/.exec(read(`../pages/${page}.tsx`)) ?? []
    const keys = [...block.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key)
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.filter((key) => !scripts.includes(`'${key}'`))).toEqual([])
  })
})
