import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'pawtrait-secrets-'))

describe('pepper', () => {
  it('is created once in a local run, with mode 0600', async () => {
    const pepperFile = join(folder(), 'secrets/pepper.v1')
    const first = await openSecrets({ mode: 'local', pepperFile })
    expect(statSync(pepperFile).mode & 0o777).toBe(0o600)
    expect(statSync(join(pepperFile, '..')).mode & 0o777).toBe(0o700)
    expect(readFileSync(pepperFile)).toHaveLength(32)
    const hash = await first.hash('00100')
    const again = await openSecrets({ mode: 'local', pepperFile })
    expect(await again.verify(hash, '00100')).toBe(true)
    expect(again.mac('a', 'x')).toBe(first.mac('a', 'x'))
    expect(again.mac('b', 'x')).not.toBe(first.mac('a', 'x'))
  })

  it('is required in production, with a minimum length', async () => {
    const pepperFile = join(folder(), 'pepper')
    await expect(openSecrets({ mode: 'production', pepperFile })).rejects.toThrow('cannot be read')
    writeFileSync(pepperFile, 'short')
    await expect(openSecrets({ mode: 'production', pepperFile })).rejects.toThrow('5 bytes')
  })

  it('changes every hash, so that an instance with another pepper cannot verify it', async () => {
    const first = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const other = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const hash = await first.hash('00100')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await first.verify(hash, '00100')).toBe(true)
    expect(await first.verify(hash, '00101')).toBe(false)
    expect(await other.verify(hash, '00100')).toBe(false)
    expect(await first.verify(null, '00100')).toBe(false)
  })
})

describe('Secrets.seal', () => {
  it('returns a new text on each call, and unseal() decrypts it only with the same pepper and purpose', async () => {
    const first = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const other = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const sealed = first.seal('cursor', 'Ndovu')
    expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(first.unseal('cursor', sealed)).toBe('Ndovu')
    expect(first.seal('cursor', 'Ndovu')).not.toBe(sealed)
    const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
    for (const wrong of [changed, sealed.slice(0, -4), `${sealed}AAAA`, '', 'x'])
      expect(first.unseal('cursor', wrong)).toBeUndefined()
    expect(first.unseal('other', sealed)).toBeUndefined()
    expect(other.unseal('cursor', sealed)).toBeUndefined()
  })
})

describe('Secrets.verify', () => {
  it('runs one call at a time, queues 64 calls, and refuses further calls with `unavailable`', async () => {
    const secrets = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') }, 1)
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => secrets.verify(null, 'x')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(65)
    expect(secrets.verified()).toBe(65)
    const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toHaveLength(15)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', extra: { retryAfterSeconds: 5 } })
    expect(await secrets.verify(null, 'x')).toBe(false)
  }, 30_000)
})
