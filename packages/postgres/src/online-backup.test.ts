import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { assertBackupAllowed } from './online-backup.ts'
import { createTestFolder, removeTestFolders } from './testing/programs.ts'
import { withClient } from './with-client.ts'

let embedded: EmbeddedPostgres | undefined
const start = async (dataDir: string, access: 'passwords' | 'trust' = 'passwords') => {
  embedded = await startEmbedded({ dataDir, fsync: false, access })
  return embedded
}
const stop = async () => {
  await embedded?.stop()
  embedded = undefined
}
afterEach(async () => {
  await stop()
  removeTestFolders()
})

it('startEmbedded allows online backups of an older release’s cluster, and keeps the owner of its files', async () => {
  const folder = createTestFolder()
  const cluster = join(folder, 'cluster')
  const earlier = await start(folder, 'trust')
  const owner = earlier.connection('owner')
  await withClient({ ...owner, user: 'postgres' }, (client) =>
    client.query(`alter role pawtrait_owner noreplication;
      revoke execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) from pawtrait_owner`),
  )
  await expect(assertBackupAllowed(owner)).rejects.toThrow('is from an earlier release: restart it')
  await stop()
  rmSync(join(cluster, 'backup-allowed'))
  const { uid } = statSync(cluster)
  const next = await start(folder)
  await expect(assertBackupAllowed(next.connection('owner'))).resolves.toBeUndefined()
  expect(statSync(cluster).uid).toBe(uid)
  expect(statSync(join(cluster, 'backup-allowed')).uid).toBe(uid)
})
