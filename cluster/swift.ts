import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPostgresEnvironment } from '@pawtrait/postgres/system-user.ts'
import { createS3Sender, readResponseText } from '../apps/server/src/platform/storage/s3-request.ts'
import type { ClusterWorkspace } from './cluster-workspace.ts'
import { findFreePorts } from './free-ports.ts'
import { acceptsConnections, deployPath, type ManagedProcess, respondsOk } from './managed-process.ts'

/** A Swift object store with an S3 API. The app requests photos from its proxy. */
export type SwiftStore = { proxy: ManagedProcess; port: number }

const kinds = ['account', 'container', 'object'] as const
const key = { S3_ACCESS_KEY_ID: 'pawtrait:photos', S3_SECRET_ACCESS_KEY: 'photos' }

/** Returns the photo storage settings of an app node. */
export const photoStorageSettings = (port: number) => ({
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'photos',
  ...key,
})

/** Replaces values in a settings file. @throws Error when the file lacks one of these settings */
export function replaceSettingValues(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm')
    if (!line.test(changed)) throw new Error(`the settings file has no ${name}`)
    return changed.replace(line, () => `${name} = ${value}`)
  }, text)
}

function memcached({ add }: ClusterWorkspace, port: number): ManagedProcess {
  const args = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-u', userInfo().username]
  return add({ name: 'memcached', command: '/usr/bin/memcached', args, isReady: () => acceptsConnections(port) })
}

/** Creates the bucket. The proxy must be running. */
async function makeBucket(port: number) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = photoStorageSettings(port)
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = key
  const settings = { endpoint, bucket, region: 'us-east-1', accessKeyId, secretAccessKey }
  const response = await createS3Sender(settings, { idleMs: 10_000, answerMs: 30_000 })({ method: 'PUT', at: '' })
  const body = await readResponseText(response)
  if (response.statusCode !== 200) throw new Error(`Swift answers ${response.statusCode} to a new bucket: ${body}`)
}

/**
 * Starts one Swift server of each kind on one folder, with one copy of each photo, and creates the bucket. Swift always
 * reads /etc/swift/swift.conf. The hash prefix and suffix in Debian's version of this file do not matter for tests.
 */
export async function startSwift(site: ClusterWorkspace): Promise<SwiftStore> {
  const folder = join(site.folder, 'swift')
  mkdirSync(join(folder, 'node/photos'), { recursive: true })
  const [port = 0, cachePort = 0, ...ports] = await findFreePorts(2 + kinds.length)
  const common = { bind_ip: '127.0.0.1', workers: '0', user: userInfo().username, swift_dir: folder }
  const writeSettings = (name: string, values: Record<string, string>) => {
    const text = replaceSettingValues(readFileSync(deployPath(`swift/${name}`), 'utf8'), values)
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  const server = (name: string, at: number) => {
    const args = [join(folder, `${name}-server.conf`)]
    const isReady = () => respondsOk(`http://127.0.0.1:${at}/healthcheck`)
    return site.add({ name: `swift-${name}`, command: `/usr/bin/swift-${name}-server`, args, isReady })
  }
  const secret = { user_pawtrait_photos: `${key.S3_SECRET_ACCESS_KEY} .admin` }
  const cache = { memcache_servers: `127.0.0.1:${cachePort}` }
  writeSettings('proxy-server.conf', { ...common, ...secret, ...cache, bind_port: String(port) })
  const below = { ...common, devices: join(folder, 'node') }
  for (const [i, kind] of kinds.entries())
    writeSettings(`${kind}-server.conf`, { ...below, bind_port: String(ports[i]) })
  const rings = [deployPath('swift/make-rings.py'), folder, `127.0.0.1:${ports.join(':')}`]
  await promisify(execFile)('/usr/bin/python3', rings, { env: buildPostgresEnvironment() })
  const proxy = server('proxy', port)
  const engines = [memcached(site, cachePort), proxy, ...kinds.map((kind, i) => server(kind, ports[i] ?? 0))]
  await Promise.all(engines.map((engine) => engine.start()))
  await makeBucket(port)
  return { proxy, port }
}
