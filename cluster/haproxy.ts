import { deployPath, type Program } from './managed-process.ts'
import type { PatroniMember } from './patroni.ts'

/** Ports on which HAProxy listens. */
export type FrontendPorts = { app: number; primary: number; replica: number; photos: number }

/** Ports of the servers to which HAProxy forwards connections. */
export type BackendPorts = { nodes: number[]; members: PatroniMember[]; photos: number[] }

// no server listens on port 1, so HAProxy marks this backend as down
const at = (port: number | undefined) => `127.0.0.1:${port ?? 1}`

/** Returns HAProxy as a program. It is the load balancer of the app's nodes, PostgreSQL and Swift. */
export function haproxyProgram(fronts: FrontendPorts, { nodes, members, photos }: BackendPorts): Program {
  const env: Record<string, string> = {
    APP_BIND: at(fronts.app),
    PRIMARY_BIND: at(fronts.primary),
    REPLICA_BIND: at(fronts.replica),
    PHOTOS_BIND: at(fronts.photos),
  }
  for (const i of [0, 1, 2]) {
    env[`APP_${i + 1}`] = at(nodes[i])
    env[`PG_${i + 1}`] = at(members[i]?.postgres)
    env[`PATRONI_${i + 1}`] = String(members[i]?.patroni ?? 1)
    env[`SWIFT_${i + 1}`] = at(photos[i])
  }
  const args = ['-db', '-f', deployPath('haproxy/haproxy.cfg')]
  return { name: 'haproxy', command: '/usr/sbin/haproxy', args, env }
}
