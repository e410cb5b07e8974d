import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `stalled`: delays all data. `cut`: closes connections and refuses new ones. `slow`: delivers data 100 ms later. */
export type NetworkState = 'good' | 'stalled' | 'cut' | 'slow'

const slowMs = 100

/** A proxy that simulates network faults in front of a loopback port. */
export type FaultyProxy = { port: number; setState: (weather: NetworkState) => void; stop: () => Promise<void> }

/** Opens a proxy on a free port. It buffers data while stalled, and delivers this data afterwards. */
export async function openFaultyProxy(target: number): Promise<FaultyProxy> {
  let weather: NetworkState = 'good'
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  const pass = (to: Socket, chunk: Buffer) => {
    const write = () => void (to.writable && to.write(chunk))
    if (weather === 'stalled') held.push(write)
    else if (weather === 'slow') setTimeout(write, slowMs)
    else write()
  }
  const keep = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.on('data', (chunk: Buffer) => pass(other, chunk))
    one.on('error', () => {})
    one.on('close', () => {
      sockets.delete(one)
      // While stalled, the proxy also delays the end of a connection.
      if (weather === 'stalled') held.push(() => other.destroy())
      else other.destroy()
    })
  }
  const server = createServer((from) => {
    if (weather === 'cut') return void from.destroy()
    const to = connect(target, '127.0.0.1')
    keep(from, to)
    keep(to, from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const setState = (next: NetworkState) => {
    weather = next
    if (next === 'cut') for (const socket of sockets) socket.destroy()
    if (next === 'good') for (const deliver of held.splice(0)) deliver()
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
