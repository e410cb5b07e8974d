import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { APP_ROLE, type AuthenticationMode, OWNER_ROLE, type Passwords, restrictOldCluster } from './access.ts'
import { preparePostgresBinaries } from './binaries.ts'
import { openReserve } from './disk-reserve.ts'
import { CannotStart } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { allowBackupInOldCluster, makeCluster } from './make-cluster.ts'
import { computeClusterName, endOrphanedProcesses } from './orphaned-processes.ts'
import { launchPostmaster, type Postmaster } from './postmaster.ts'
import { createRestartBackoff } from './restart-backoff.ts'
import { buildSettingArguments, SOCKET_PORT } from './settings.ts'
import { isTemporarySocketFolder, makeSocketFolder } from './socket-folder.ts'
import { assertCanRunAs, changeOwner, findPostmasterUser } from './system-user.ts'

/** Maximum wait for the folder lock. A killed app keeps the lock until the kernel has closed the app's files. */
const DYING_MS = 1000

/** Connection options for a PostgreSQL driver. */
export type SocketConnection = { host: string; port: number; user: string; database: string; password?: string }

export type EmbeddedPostgres = {
  /**
   * Returns connection options. The role `owner` may change tables, the role `app` only rows. `host` is the socket's
   * folder.
   */
  connection(role: 'owner' | 'app', database?: string): SocketConnection
  /** Stops the cluster by a fast shutdown, and releases the folder. */
  stop(): Promise<void>
  /** Process id of PostgreSQL's main process. Undefined during a restart. */
  pid(): number | undefined
}

export type EmbeddedOptions = {
  /** Data folder, which is created when missing. Contains the cluster, the lock file and the socket. */
  dataDir: string
  database?: string
  log?: (line: string) => void
  /** False is faster, but not crash-safe. Use it only for temporary clusters. */
  fsync?: boolean
  /**
   * With `trust`, every role can connect to every database without a password, even the superuser. Use it only for
   * temporary clusters.
   */
  access?: AuthenticationMode
  /** Settings of postgresql.conf that override the defaults. */
  settings?: Record<string, string>
  /** Maximum time in ms to wait while another process has locked the folder. The default is one second. */
  patienceMs?: number
}

function openFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(dataDir)
  const ownUid = process.getuid?.()
  const cluster = join(folder, 'cluster')
  const owner = (statSync(cluster, { throwIfNoEntry: false }) ?? statSync(folder)).uid
  if (ownUid !== undefined && ownUid !== 0 && owner !== ownUid)
    throw new CannotStart(
      `${folder} belongs to user ${owner}, not to ${ownUid}: start as its owner, or choose another DATA_DIR.`,
    )
  return folder
}

/**
 * Restarts PostgreSQL after each crash, until `stop` is called. `start` also ends processes that the last start left
 * running.
 */
async function supervise(start: () => Promise<Postmaster>, log: (line: string) => void) {
  const stopping = new AbortController()
  let current: Postmaster | undefined = await start()
  const onExit = () => {
    if (current && !current.hasEnded()) process.kill(current.pid, 'SIGINT')
  }
  process.on('exit', onExit)
  const computeWaitMs = createRestartBackoff()
  async function restart(why: string, uptimeMs?: number): Promise<Postmaster | undefined> {
    const waitMs = computeWaitMs(uptimeMs)
    log(`${why} Restarting it in ${waitMs} ms.`)
    await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return undefined
    const next = await start().catch((error: Error) => restart(error.message))
    if (stopping.signal.aborted) await next?.stop()
    return next
  }
  async function watch() {
    while (current) {
      const since = performance.now()
      const { ending } = await current.ended
      const uptimeMs = performance.now() - since
      current = stopping.signal.aborted ? undefined : await restart(`PostgreSQL ${ending}`, uptimeMs)
    }
  }
  const watching = watch()
  return {
    pid: () => (current?.hasEnded() ? undefined : current?.pid),
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await watching // Also waits for a restart of PostgreSQL that is in progress.
      process.off('exit', onExit)
    },
  }
}

/** Returns a function that returns the connection options of a role, for the socket in a folder. */
export const createConnectionFactory =
  (socketFolder: string, database: string, passwords: Passwords | undefined): EmbeddedPostgres['connection'] =>
  (role, name = database) => ({
    host: socketFolder,
    port: SOCKET_PORT,
    user: role === 'owner' ? OWNER_ROLE : APP_ROLE,
    database: name,
    ...(passwords && { password: passwords[role] }),
  })

/**
 * Starts PostgreSQL on the folder. Creates the cluster when it is missing, and restarts PostgreSQL after a crash.
 * @throws DataFolderInUse while another process uses the folder.
 * @throws CannotStart when PostgreSQL cannot run here; the message is one line for the operator.
 * @see docs/decisions/0002-embedded-postgresql.md
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { database = 'pawtrait', fsync = true, access = 'passwords', log = () => {} } = options
  const binaries = preparePostgresBinaries()
  const dataDir = openFolder(options.dataDir)
  const cluster = join(dataDir, 'cluster')
  const unlock = lockFolder(dataDir, 'app', options.patienceMs ?? DYING_MS)
  try {
    const user = findPostmasterUser(cluster)
    assertCanRunAs(user, binaries.postgres)
    await makeCluster(binaries, { cluster, database, access, durable: fsync })
    if (statSync(cluster).uid === 0) changeOwner(user, cluster)
    await endOrphanedProcesses(cluster, log)
    await allowBackupInOldCluster(binaries, { cluster, user, database }, log)
    const socketFolder = makeSocketFolder(dataDir, user)
    const settings = buildSettingArguments(socketFolder, fsync, {
      cluster_name: computeClusterName(cluster),
      ...options.settings,
    })
    const reserve = fsync ? openReserve(dataDir) : undefined
    const start = async () => {
      await endOrphanedProcesses(cluster, log)
      reserve?.lend()
      return launchPostmaster({ postgres: binaries.postgres, cluster, user, settings, log })
    }
    const clusterAccess = { cluster, database, user, socketFolder }
    const passwords = access === 'passwords' ? await restrictOldCluster(clusterAccess, start) : undefined
    const running = await supervise(start, log)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      reserve?.stop()
      await running.stop()
      if (isTemporarySocketFolder(socketFolder)) rmSync(socketFolder, { recursive: true, force: true })
      unlock()
    }
    return {
      connection: createConnectionFactory(socketFolder, database, passwords),
      pid: running.pid,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
