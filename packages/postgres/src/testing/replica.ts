import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SUPERUSER } from '../access.ts'
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts'
import { backUpCluster } from '../online-backup.ts'
import { createTestFolder } from './programs.ts'

const PRIMARY = { max_wal_senders: '4', synchronous_commit: 'on' }

/** Starts a cluster that replicas can follow, in a folder that `removeTestFolders` removes. */
export async function startPrimary(): Promise<EmbeddedPostgres & { folder: string }> {
  const folder = createTestFolder()
  return { ...(await startEmbedded({ dataDir: folder, fsync: false, access: 'trust', settings: PRIMARY })), folder }
}

/** Starts a streaming replica from an online backup of the primary. `again` restarts a stopped replica. */
export async function startReplica(
  primary: EmbeddedPostgres & { folder: string },
): Promise<EmbeddedPostgres & { again: () => Promise<EmbeddedPostgres> }> {
  const folder = createTestFolder()
  const [from, to] = [join(primary.folder, 'cluster'), join(folder, 'cluster')]
  const at = (path: string) => join(to, path)
  mkdirSync(to, { mode: 0o700 })
  await backUpCluster(primary.connection('owner'), from, {
    folder: async (path) => void mkdirSync(at(path), { recursive: true, mode: 0o700 }),
    files: async (paths) => {
      for (const path of paths) {
        mkdirSync(dirname(at(path)), { recursive: true, mode: 0o700 })
        copyFileSync(join(from, path), at(path))
      }
    },
    content: async (path, content) => writeFileSync(at(path), content, { mode: 0o600 }),
  })
  writeFileSync(at('standby.signal'), '')
  const { host, port } = primary.connection('owner')
  const settings = {
    ...PRIMARY,
    primary_conninfo: `host=${host} port=${port} user=${SUPERUSER}`,
    wal_retrieve_retry_interval: '100ms',
  }
  const again = () => startEmbedded({ dataDir: folder, fsync: false, access: 'trust', settings })
  return { ...(await again()), again }
}
