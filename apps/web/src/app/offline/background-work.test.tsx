import { expect, onTestFinished, test } from 'vitest'
import { createQueryClient } from '#lib/server/query-client.ts'
import { resumeStoringUserData, stopStoringUserData } from '#lib/server/stop-storing.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { startBackgroundWork } from './background-work.ts'

const openDatabases = (names: readonly string[]) => names.filter((name) => /drafts|outbox|offline/.test(name))

test('startBackgroundWork creates no database after a log-out', async () => {
  fakeNetwork()
  const before = await indexedDB.databases()
  for (const { name = '' } of before) indexedDB.deleteDatabase(name)
  stopStoringUserData()
  onTestFinished(resumeStoringUserData)
  startBackgroundWork(createQueryClient({ retries: 0 }), aViewer())
  await new Promise((resolve) => indexedDB.open('marker').addEventListener('success', resolve))
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  indexedDB.deleteDatabase('marker')
  expect(openDatabases(names)).toEqual([])
})
