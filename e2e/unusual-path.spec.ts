import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchApp, startApp } from './app.ts'

const root = join(import.meta.dirname, '..')

/** Copies our code to a folder with an unusual path. Links the installed packages and the build. */
function copyTo(folder: string) {
  const isOurs = (path: string) => !/\/(node_modules|dist|test-results)$/.test(path)
  for (const path of ['package.json', 'package-lock.json', 'apps', 'packages', 'tools', 'deploy'])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isOurs })
  symlinkSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'))
  const installed = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@pawtrait'), { recursive: true })
  for (const name of readdirSync(installed).filter((entry) => entry !== '@pawtrait'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@pawtrait', name))
  for (const name of globSync('{apps,packages}/*/node_modules', { cwd: root }))
    symlinkSync(join(root, name), join(folder, name))
}

it('the app starts and runs commands in a path with spaces and accents', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'pawtrait-'))
  const folder = join(parent, 'Mes photos é à Mbwa ŵ')
  copyTo(folder)
  const dataDir = join(folder, 'my data')
  const app = await startApp({ DATA_DIR: dataDir }, [process.execPath, join(folder, 'tools/check-node.mjs'), 'start'])
  const cli = [process.execPath, join(folder, 'apps/server/src/cli.ts'), 'moderator', 'list'] as const
  const command = await launchApp({ DATA_DIR: dataDir }, [...cli])
  await once(command.process, 'exit')
  const landing = await fetch(app.origin)
  await app.stop()
  rmSync(parent, { recursive: true, force: true })
  expect(landing.status).toBe(200)
  expect(app.output()).not.toContain('uilding')
  expect(command.output()).toContain('There are no moderators.')
})
