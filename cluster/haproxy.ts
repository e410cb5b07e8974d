import { deploy, type Engine, startEngine } from './engine.ts'
import type { Member } from './patroni.ts'

export type Fronts = { app: number; primary: number; replica: number }

const at = (port: number | undefined) => `127.0.0.1:${port ?? 1}` // nobody listens on 1: HAProxy marks it down

/** HAProxy before the app nodes and before PostgreSQL. */
export function startHaproxy(folder: string, fronts: Fronts, nodes: number[], members: Member[]): Engine {
  const env: Record<string, string> = {
    APP_BIND: at(fronts.app),
    PRIMARY_BIND: at(fronts.primary),
    REPLICA_BIND: at(fronts.replica),
  }
  for (const i of [0, 1, 2]) {
    env[`APP_${i + 1}`] = at(nodes[i])
    env[`PG_${i + 1}`] = at(members[i]?.postgres)
    env[`PATRONI_${i + 1}`] = String(members[i]?.patroni ?? 1)
  }
  const args = ['-db', '-f', deploy('haproxy/haproxy.cfg')]
  return startEngine(folder, { name: 'haproxy', command: '/usr/sbin/haproxy', args, env })
}
