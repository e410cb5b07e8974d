import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'pawtrait-secrets-'))

describe('the pepper', () => {
  it('is made once in a local run, for its owner alone', async () => {
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

  it('must be there in production, and long enough', async () => {
    const pepperFile = join(folder(), 'pepper')
    await expect(openSecrets({ mode: 'production', pepperFile })).rejects.toThrow('cannot be read')
    writeFileSync(pepperFile, 'short')
    await expect(openSecrets({ mode: 'production', pepperFile })).rejects.toThrow('5 bytes')
  })

  it('is part of every hash: another instance cannot verify it', async () => {
    const one = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const two = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const hash = await one.hash('00100')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await one.verify(hash, '00100')).toBe(true)
    expect(await one.verify(hash, '00101')).toBe(false)
    expect(await two.verify(hash, '00100')).toBe(false)
    expect(await one.verify(null, '00100')).toBe(false)
  })
})

describe('what is sealed', () => {
  it('can be read here alone, for its purpose, unchanged, and is never the same twice', async () => {
    const one = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const two = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') })
    const sealed = one.seal('cursor', 'Ndovu')
    expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(one.unseal('cursor', sealed)).toBe('Ndovu')
    expect(one.seal('cursor', 'Ndovu')).not.toBe(sealed)
    const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)
    for (const wrong of [changed, sealed.slice(0, -4), `${sealed}AAAA`, '', 'x'])
      expect(one.unseal('cursor', wrong)).toBeUndefined()
    expect(one.unseal('other', sealed)).toBeUndefined()
    expect(two.unseal('cursor', sealed)).toBeUndefined()
  })
})

describe('many at once', () => {
  it('wait in turn, and those beyond sixty-four are refused', async () => {
    const secrets = await openSecrets({ mode: 'local', pepperFile: join(folder(), 'p') }, 1)
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => secrets.verify(null, 'x')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(65)
    expect(secrets.verified()).toBe(65)
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(15)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', extra: { retryAfterSeconds: 5 } })
    expect(await secrets.verify(null, 'x')).toBe(false)
  }, 30_000)
})
