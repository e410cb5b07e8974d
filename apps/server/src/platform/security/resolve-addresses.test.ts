import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveAddresses } from './resolve-addresses.ts'

/** A name server that receives queries but never responds. */
let silent: Socket
let queries = 0
beforeAll(async () => {
  silent = createSocket('udp4', () => queries++)
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
})
afterAll(() => silent.close())
const servers = () => ({ servers: [`127.0.0.1:${silent.address().port}`] })

describe('resolveAddresses', () => {
  it('does not block dns.lookup while queries for 60 names get no response', async () => {
    const abort = new AbortController()
    let settled = 0
    const pending = Array.from({ length: 60 }, (_, n) =>
      resolveAddresses(`slow${n}.test`, abort.signal, servers())
        .catch(() => {})
        .finally(() => settled++),
    )
    await expect.poll(() => queries).toBeGreaterThan(60)
    expect((await lookup('localhost')).address).toMatch(/^127\.|^::1$/)
    expect(settled).toBe(0)
    abort.abort()
    await Promise.all(pending)
  })

  it('rejects when its signal aborts', async () => {
    const abort = new AbortController()
    const before = queries
    const resolving = resolveAddresses('slow.test', abort.signal, servers())
    await expect.poll(() => queries).toBeGreaterThan(before)
    abort.abort(new Error('taken back'))
    await expect(resolving).rejects.toThrow('taken back')
  })

  it('returns no address if no name server responds in time', async () => {
    const before = queries
    const nameServers = { ...servers(), queryMs: 300 }
    expect(await resolveAddresses('slow.test', new AbortController().signal, nameServers)).toEqual([])
    expect(queries - before).toBeGreaterThanOrEqual(4) // two attempts for IPv4 and two for IPv6
  })
})
