import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMissingChangelogPart } from './note-release.ts'

const entry = (version: string, operators = '- Nothing.') =>
  `# Changes\n\n## Unreleased\n\n## ${version}\n\n**For users**\n\n- A feed.\n\n**For operators**\n\n${operators}\n`

it('note-release refuses a release without an entry in the change log', () => {
  expect(findMissingChangelogPart(entry('0.1.0'), '0.2.0')).toContain('no entry "## 0.2.0"')
  expect(findMissingChangelogPart(entry('0.1.0'), '0.1.0')).toBeUndefined()
  expect(findMissingChangelogPart(entry('0.1.0-beta'), '0.1.0')).toContain('no entry')
})

it('note-release refuses an entry without a part for operators', () => {
  expect(findMissingChangelogPart(entry('0.1.0', ''), '0.1.0')).toBe(
    'CHANGELOG.md has no text under **For operators** of 0.1.0: add it.',
  )
})

it('note-release finds the entry of the current release in CHANGELOG.md', () => {
  const root = join(import.meta.dirname, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(findMissingChangelogPart(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)).toBeUndefined()
})
