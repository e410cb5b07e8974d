import type { DBSchema } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import { resumeStoringUserData, stopStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { createDatabaseOpener } from './shared-database.ts'

type Schema = DBSchema & { rows: { key: string; value: object } }

const names = async () => (await indexedDB.databases()).map(({ name }) => name)

test('createDatabaseOpener creates a database, but does not create it again after a log-out', async () => {
  const open = createDatabaseOpener<Schema>('test-opener', (database) => void database.createObjectStore('rows'))
  await open()
  expect(await names()).toContain('test-opener')
  stopStoringUserData()
  onTestFinished(resumeStoringUserData)
  await new Promise((resolve) => indexedDB.deleteDatabase('test-opener').addEventListener('success', resolve))
  await expect(open()).rejects.toThrow('The user has logged out.')
  expect(await names()).not.toContain('test-opener')
})
