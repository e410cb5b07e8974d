import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeOldTestClusters, TEST_PREFIX } from './old-test-clusters.ts'
import { TestCluster } from './test-cluster.ts'

let cluster: TestCluster

beforeAll(async () => {
  cluster = await TestCluster.start()
})
afterAll(() => cluster.stop())

const open = (database: string) => postgres({ ...cluster.connection('owner', database), max: 1 })

it('copies a template, tables and rows, for many test files at once', async () => {
  await cluster.createDatabase('template_notes')
  const template = open('template_notes')
  await template.unsafe('create table notes (body text); insert into notes values ($$kept$$)')
  await template.end()
  const names = ['one', 'two', 'three', 'four']
  await Promise.all(names.map((name) => TestCluster.at(cluster.address).copyDatabase('template_notes', name)))
  for (const name of names) {
    const copy = open(name)
    expect([...(await copy`select body, unaccent('é') as plain from notes`)]).toEqual([{ body: 'kept', plain: 'e' }])
    await copy.unsafe('delete from notes')
    await copy.end()
  }
})

it('refuses a copy under a name that is taken', async () => {
  await cluster.createDatabase('taken')
  await expect(cluster.createDatabase('taken')).rejects.toThrow('already exists')
})

it('removes what a killed run left, and keeps what runs', async () => {
  const [killed, foreign] = [mkdtempSync(join(tmpdir(), TEST_PREFIX)), mkdtempSync(join(tmpdir(), TEST_PREFIX))]
  writeFileSync(join(killed, 'app.lock'), '')
  mkdirSync(join(killed, 'cluster'))
  for (const folder of [killed, foreign, dirname(cluster.address)]) utimesSync(folder, 0, 0)
  removeOldTestClusters(Date.now())
  expect([killed, foreign, cluster.address].map((folder) => existsSync(folder))).toEqual([false, true, true])
  rmSync(foreign, { recursive: true })
})

it('leaves nothing behind when stopped', async () => {
  const own = await TestCluster.start()
  expect(existsSync(own.address)).toBe(true)
  await own.stop()
  expect(existsSync(dirname(own.address))).toBe(false)
})
