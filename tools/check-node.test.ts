import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, 'check-node.mjs')

/** Runs check-node.mjs with a fake version of Node. */
function checkAs(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  return spawnSync(process.execPath, ['--import', preload, script], { encoding: 'utf8' })
}

it.each(['20.20.2', '22.22.0', '24.1.0'])(
  'check-node refuses Node %s with a one-line message that names the required version',
  (version) => {
    const { status, stderr } = checkAs(version)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Pawtrait needs Node 24\.2 or later, .*npm ci.*\n$/)
  },
)

it.each(['24.2.0', '24.21.0', '26.0.0'])('check-node accepts Node %s', (version) => {
  expect(checkAs(version)).toMatchObject({ status: 0, stderr: '' })
})
