import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeOldTestClusters, TEST_FOLDER_PREFIX } from './old-test-clusters.ts'
import { TestCluster } from './test-cluster.ts'
import { withClient } from './with-client.ts'

let cluster: TestCluster

beforeAll(async () => {
  cluster = await TestCluster.start()
})
afterAll(() => cluster.stop())

const runStatements = (database: string, text: string) =>
  withClient(cluster.connection('owner', database), async (client) => (await client.query(text)).rows)

it('copyDatabase copies tables and rows of a template into four databases concurrently', async () => {
  await cluster.createDatabase('template_notes')
  await runStatements('template_notes', 'create table notes (body text); insert into notes values ($$kept$$)')
  const names = ['one', 'two', 'three', 'four']
  await Promise.all(names.map((name) => TestCluster.at(cluster.address).copyDatabase('template_notes', name)))
  for (const name of names) {
    expect(await runStatements(name, "select body, unaccent('é') as plain from notes")).toEqual([
      { body: 'kept', plain: 'e' },
    ])
    await runStatements(name, 'delete from notes')
  }
})

it('createDatabase refuses the name of an existing database', async () => {
  await cluster.createDatabase('taken')
  await expect(cluster.createDatabase('taken')).rejects.toThrow('already exists')
})

it('removeOldTestClusters removes folders of killed runs, but not of running clusters', async () => {
  const [killed, foreign] = [
    mkdtempSync(join(tmpdir(), TEST_FOLDER_PREFIX)),
    mkdtempSync(join(tmpdir(), TEST_FOLDER_PREFIX)),
  ]
  writeFileSync(join(killed, 'app.lock'), '')
  mkdirSync(join(killed, 'cluster'))
  for (const folder of [killed, foreign, dirname(cluster.address)]) utimesSync(folder, 0, 0)
  removeOldTestClusters(Date.now())
  expect([killed, foreign, cluster.address].map((folder) => existsSync(folder))).toEqual([false, true, true])
  rmSync(foreign, { recursive: true })
})

it('TestCluster removes its folder when stopped', async () => {
  const own = await TestCluster.start()
  expect(existsSync(own.address)).toBe(true)
  await own.stop()
  expect(existsSync(dirname(own.address))).toBe(false)
})
