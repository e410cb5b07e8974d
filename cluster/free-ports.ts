import { once } from 'node:events'
import { createServer } from 'node:net'

// Range of ports below the ephemeral ports. No other program then takes the port of a killed program before its
// restart.
const [lowest, highest] = [15_000, 30_000]

const returned = new Set<number>()

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  if (!(await listening)) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Returns unused loopback ports. Returns each port only once per process. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (returned.has(port) || !(await isFree(port))) continue
    returned.add(port)
    ports.push(port)
  }
  return ports
}
