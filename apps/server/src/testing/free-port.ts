import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns a port that is currently free on all addresses of this machine. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
