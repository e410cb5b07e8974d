import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `stalled`: delays all data. `cut`: closes connections and refuses new ones. `slow`: delivers data 100 ms later. */
export type NetworkState = 'good' | 'stalled' | 'cut' | 'slow'

const slowMs = 100

/** A proxy that simulates network faults in front of a loopback port. */
export type FaultyProxy = { port: number; setState: (state: NetworkState) => void; stop: () => Promise<void> }

/** Opens a proxy on a free port. It buffers data while stalled, and delivers this data afterwards. */
export async function openFaultyProxy(target: number): Promise<FaultyProxy> {
  let state: NetworkState = 'good'
  const sockets = new Set<Socket>()
  const queue: (() => void)[] = []
  const pass = (to: Socket, chunk: Buffer) => {
    const write = () => void (to.writable && to.write(chunk))
    if (state === 'stalled') queue.push(write)
    else if (state === 'slow') setTimeout(write, slowMs)
    else write()
  }
  const forward = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.on('data', (chunk: Buffer) => pass(other, chunk))
    one.on('error', () => {})
    one.on('close', () => {
      sockets.delete(one)
      // While stalled, the proxy also delays the end of a connection.
      if (state === 'stalled') queue.push(() => other.destroy())
      else other.destroy()
    })
  }
  const server = createServer((from) => {
    if (state === 'cut') return void from.destroy()
    const to = connect(target, '127.0.0.1')
    forward(from, to)
    forward(to, from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const setState = (next: NetworkState) => {
    state = next
    if (next === 'cut') for (const socket of sockets) socket.destroy()
    if (next === 'good') for (const deliver of queue.splice(0)) deliver()
  }
  return {
    port: (server.address() as AddressInfo).port,
    setState,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      setState('cut')
      await closed
    },
  }
}
