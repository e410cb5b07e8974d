import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE, OWNER_ROLE, SUPERUSER } from './access.ts'
import { type EmbeddedPostgres, type SocketConnection, startEmbedded } from './embedded.ts'
import { removeOldTestClusters, TEST_FOLDER_PREFIX } from './old-test-clusters.ts'
import { SOCKET_PORT } from './settings.ts'
import { withClient } from './with-client.ts'

const IN_USE = '55006' // SQLSTATE object_in_use: PostgreSQL is still closing the session that migrated the template

/**
 * A temporary PostgreSQL cluster for one test run. Vitest's `globalSetup` starts it, and test files connect with
 * `at(address)`. The cluster is not crash-safe.
 */
export class TestCluster {
  /** Path of the socket's folder. Vitest's `provide` can pass this string to test files. */
  readonly address: string
  readonly #stop: () => Promise<void>

  private constructor(address: string, stop: () => Promise<void>) {
    this.address = address
    this.#stop = stop
  }

  /**
   * Starts a cluster in a temporary folder, which `stop` removes. First removes the folders of test runs that were
   * killed.
   */
  static async start(): Promise<TestCluster> {
    removeOldTestClusters(Date.now())
    const dataDir = mkdtempSync(join(tmpdir(), TEST_FOLDER_PREFIX))
    const embedded: EmbeddedPostgres = await startEmbedded({
      dataDir,
      fsync: false,
      access: 'trust',
      settings: { max_connections: '200' },
    })
    return new TestCluster(embedded.connection('owner').host, async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
  }

  /** Returns the running cluster with this address. Only the process that started it can stop it. */
  static at(address: string): TestCluster {
    return new TestCluster(address, async () => {})
  }

  connection(role: 'owner' | 'app' | 'superuser', database = 'postgres'): SocketConnection {
    const user = { owner: OWNER_ROLE, app: APP_ROLE, superuser: SUPERUSER }[role]
    return { host: this.address, port: SOCKET_PORT, user, database }
  }

  /** Creates an empty database of the owner, with the extensions. */
  async createDatabase(name: string): Promise<void> {
    await this.copyDatabase('template1', name)
  }

  /** Copies a database file by file, which is faster than a copy through the WAL. */
  async copyDatabase(template: string, name: string): Promise<void> {
    await withClient(this.connection('superuser'), async (client) => {
      const [copy, owner, original] = [name, OWNER_ROLE, template].map((identifier) =>
        client.escapeIdentifier(identifier),
      )
      for (let tries = 1; ; tries++)
        try {
          await client.query(`create database ${copy} owner ${owner} template ${original} strategy file_copy`)
          return
        } catch (error) {
          if (tries === 100 || !(error instanceof pg.DatabaseError && error.code === IN_USE)) throw error
          await sleep(20)
        }
    })
  }

  /** Drops a database and ends all remaining sessions in it. */
  async dropDatabase(name: string): Promise<void> {
    await withClient(this.connection('superuser'), async (client) => {
      await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
    })
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}
