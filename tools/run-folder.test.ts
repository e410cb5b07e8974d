import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOldRunFolders } from './run-folder.ts'

it('removeOldRunFolders removes folders of ended runs only', () => {
  const parent = mkdtempSync(join(tmpdir(), 'pawtrait-runs-'))
  const names = { ended: 'pawtrait-run-4999999', running: `pawtrait-run-${process.pid}`, other: 'somebodys-4999999' }
  for (const name of Object.values(names)) {
    mkdirSync(join(parent, name))
    writeFileSync(join(parent, name, 'file'), '')
  }
  try {
    removeOldRunFolders(parent)
    const remaining = Object.values(names).filter((name) => existsSync(join(parent, name)))
    expect(remaining).toEqual([names.running, names.other])
  } finally {
    rmSync(parent, { recursive: true })
  }
})
