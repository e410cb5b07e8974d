import { mkdtempSync, writeFileSync } from 'node:fs'
import { type networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasNoLanAddress } from '#app/process/check-start.ts'
import { createNatsOptions } from '#platform/nats/nats-options.ts'
import { isPrivateHost } from '#platform/security/network.ts'
import { BadConfig } from '#platform/settings.ts'
import { readConfig } from './config.ts'

const production = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://pawtrait.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'Pawtrait <no-reply@pawtrait.test>',
  PEPPER_FILE: '/etc/pawtrait/pepper',
  TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
  DATABASE_URL: 'postgres://db.test/pawtrait',
}

const refusal = (environment: Record<string, string | undefined>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof BadConfig) return error.message
    throw error
  }
  return 'started'
}

describe('readConfig', () => {
  it('returns the settings of a local run if no variable is set', () => {
    expect(readConfig({}, '/srv/pawtrait')).toMatchObject({
      mode: 'local',
      host: 'localhost',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: '/srv/pawtrait/data',
      pepperFile: '/srv/pawtrait/data/secrets/pepper.v1',
      mail: 'off',
      trustedProxies: [],
    })
    expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
    expect(readConfig({ MAIL: 'dev' }).mail).toBe('dev')
  })

  it('ignores MAIL if it is the path of a Unix mailbox, and refuses other unknown values', () => {
    expect(readConfig({ MAIL: '/var/mail/amina' }).mail).toBe('off')
    expect(refusal({ MAIL: 'on' })).toContain('MAIL')
  })

  it('requires the production settings if HOST or PUBLIC_URL is public, or with NODE_ENV=production', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      mail: 'smtp',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
    })
    for (const environment of [
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://pawtrait.test' },
      { NODE_ENV: 'production' },
    ])
      expect(refusal(environment)).toContain('not safe for production')
    expect(readConfig({ NODE_ENV: 'development', PUBLIC_URL: 'http://192.168.1.7:3000' }).mode).toBe('local')
  })

  it('refuses a PUBLIC_URL with a path, query or fragment, and removes a trailing slash', () => {
    for (const path of ['/pets', '/pets/', '/?a', '/#a'])
      expect(refusal({ PUBLIC_URL: `http://localhost:3000${path}` })).toContain(
        'PUBLIC_URL: must be an address without a path',
      )
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000/' }).publicUrl).toBe('http://localhost:3000')
  })

  it('refuses a production start with missing settings, and lists each one on its own line of the error', () => {
    const without = (key: keyof typeof production) => refusal({ ...production, [key]: undefined })
    expect(refusal({ ...production, PUBLIC_URL: 'http://pawtrait.test' })).toContain('PUBLIC_URL must be the https')
    expect(without('PEPPER_FILE')).toContain('PEPPER_FILE')
    expect(without('TRUSTED_PROXIES')).toContain('TRUSTED_PROXIES')
    expect(without('DATABASE_URL')).toContain('DATABASE_URL or DATA_DIR')
    expect(refusal({ ...production, MAIL: 'dev' })).toContain('MAIL=dev')
    expect(refusal({ NODE_ENV: 'production' }).split('\n')).toHaveLength(6)
  })

  it('requires ZIP_ONLY_SIGNIN=i-understand for a production start without mail', () => {
    const zipOnly = { ...production, SMTP_URL: undefined }
    expect(refusal(zipOnly)).toContain('SMTP_URL is missing')
    expect(refusal({ ...zipOnly, ZIP_ONLY_SIGNIN: 'yes' })).toContain('SMTP_URL is missing')
    expect(readConfig({ ...zipOnly, ZIP_ONLY_SIGNIN: 'i-understand' }).mail).toBe('off')
  })

  it('accepts a production start with the embedded database and TRUSTED_PROXIES=none', () => {
    const small = { ...production, DATABASE_URL: undefined, DATA_DIR: '/var/lib/pawtrait', TRUSTED_PROXIES: 'none' }
    expect(readConfig(small)).toMatchObject({ databaseUrl: '', dataDir: '/var/lib/pawtrait', trustedProxies: [] })
  })

  it('returns mode "lan" and host "0.0.0.0" with LAN=1', () => {
    const config = readConfig({ LAN: '1', PORT: '3100' })
    expect(config).toMatchObject({ mode: 'lan', host: '0.0.0.0' })
    expect(isPrivateHost(new URL(config.publicUrl).hostname)).toBe(true)
    expect(readConfig({ LAN: '1', HOST: '192.168.1.7' }).host).toBe('192.168.1.7')
  })

  it('sets `publicUrl` to the private IPv4 address with LAN=1, or to "localhost" without such an address', () => {
    const at = (address: string): NonNullable<ReturnType<typeof networkInterfaces>['eth0']>[number] => ({
      ...{ address, netmask: '255.255.255.0', family: 'IPv4', mac: '', internal: false, cidr: null },
    })
    const home = readConfig({ LAN: '1' }, '/', { eth0: [at('192.0.2.2'), at('192.168.1.7')] })
    expect([home.publicUrl, hasNoLanAddress(home)]).toEqual(['http://192.168.1.7:3000', false])
    const nowhere = readConfig({ LAN: '1' }, '/', { eth0: [at('192.0.2.2')] })
    expect([nowhere.publicUrl, hasNoLanAddress(nowhere)]).toEqual(['http://localhost:3000', true])
    expect(hasNoLanAddress(readConfig({}, '/', {}))).toBe(false)
  })

  it('refuses LAN=1 with NODE_ENV=production, a public PUBLIC_URL or TRUSTED_PROXIES', () => {
    const home = (more: Record<string, string>) => refusal({ LAN: '1', ...more })
    expect(home({ NODE_ENV: 'production' })).toContain('NODE_ENV=production and LAN=1')
    expect(home({ PUBLIC_URL: 'https://pawtrait.test' })).toContain('PUBLIC_URL must be an address of the home network')
    expect(home({ PUBLIC_URL: 'http://8.8.8.8:3000' })).toContain('PUBLIC_URL must be')
    expect(home({ TRUSTED_PROXIES: '127.0.0.1' })).toContain('TRUSTED_PROXIES must not be set')
    expect(refusal({ ...production, NODE_ENV: 'production', LAN: '1' }).split('\n')).toHaveLength(4)
    for (const fine of [{ PUBLIC_URL: 'http://nas.local:3000' }, { TRUSTED_PROXIES: 'none' }, { NODE_ENV: 'test' }])
      expect(home(fine)).toBe('started')
  })

  it.each([
    ['0.0.0.0/0', 'strangers'],
    ['::/0', 'strangers'],
    ['10.0.0.1, 0.0.0.0/1, 128.0.0.0/1', 'strangers'],
    ['::ffff:0:0/96', 'strangers'],
    ['::ffff:0.0.0.0/97', 'strangers'],
    ['::/80', 'strangers'],
    ['2000::/3', 'strangers'],
    ['nginx', 'unreadable'],
    ['10.0.0.0/33', 'unreadable'],
    ['10.0.0.0/255.0.0.0', 'unreadable'],
    ['10.0.0.0/8/8', 'unreadable'],
    ['fe80::1%eth0', 'unreadable'],
  ])('refuses TRUSTED_PROXIES=%s', (proxies, why) => {
    const message = refusal({ ...production, TRUSTED_PROXIES: proxies })
    expect(message).toContain(
      why === 'strangers' ? 'trusts any sender of X-Forwarded-For' : 'is neither an address nor a network',
    )
  })

  it.each(['10.0.0.0/8', 'fc00::/7', '::1', '::ffff:10.0.0.1', '::ffff:10.0.0.0/104', 'loopback, 172.64.0.0/13'])(
    'accepts TRUSTED_PROXIES=%s',
    (proxies) => expect(refusal({ ...production, TRUSTED_PROXIES: proxies })).toBe('started'),
  )

  it('refuses a METRICS_TOKEN shorter than 32 characters', () => {
    expect(refusal({ METRICS_TOKEN: 'x'.repeat(31) })).toContain('METRICS_TOKEN must have at least 32 characters')
    expect(refusal({ METRICS_TOKEN: 'x'.repeat(32) })).toBe('started')
  })

  it('refuses an SMTP_URL that would send its password unencrypted to another host', () => {
    for (const url of ['smtp://me:secret@mail.test', 'smtp://me:secret@mail.test:587?requireTLS=false'])
      expect(refusal({ SMTP_URL: url })).toBe(
        'SMTP_URL would send its password unencrypted: use smtps://, or add ?requireTLS=true',
      )
    for (const url of ['mail.test', 'https://mail.test', 'smtp:'])
      expect(refusal({ SMTP_URL: url })).toContain('SMTP_URL must be')
    for (const url of [
      'smtps://me:secret@mail.test',
      'smtp://me:secret@mail.test:587?requireTLS=true',
      'smtp://me:secret@localhost:2525',
      'smtp://mail.test',
    ])
      expect(refusal({ SMTP_URL: url })).toBe('started')
  })

  it('refuses a MAIL_FROM without a public domain in production', () => {
    const from = (MAIL_FROM: string | undefined) => refusal({ ...production, MAIL_FROM })
    for (const address of [undefined, 'Pawtrait', 'me@localhost', 'P <me@app.localhost>', 'me@[127.0.0.1]'])
      expect(from(address)).toContain('MAIL_FROM must be an address of your own domain')
    for (const address of ['me@pawtrait.test', 'Pawtrait <me@pawtrait.test>', '"a@localhost" <me@pawtrait.test>'])
      expect(from(address)).toBe('started')
    expect(refusal({ SMTP_URL: 'smtp://mail.test' })).toBe('started')
  })

  it('throws an error that lists each setting with an invalid value', () => {
    expect(refusal({ PORT: 'three thousand', PHOTOS_PER_DAY: '-1', PUBLIC_URL: 'pawtrait' }).split('\n')).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('PUBLIC_URL'),
      expect.stringContaining('PHOTOS_PER_DAY'),
    ])
  })
})

it('isPrivateHost returns true only for loopback, private and link-local addresses, and .local names', () => {
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    'fe80::1',
    'nas.local',
  ])
    expect([host, isPrivateHost(host)]).toEqual([host, true])
  for (const host of ['pawtrait.test', '8.8.8.8', '172.32.0.1', '2001:db8::1', 'localhost.evil.test', '10.evil.test'])
    expect([host, isPrivateHost(host)]).toEqual([host, false])
})

describe('readConfig with READ_DATABASE_URLS', () => {
  it('accepts URLs if DATABASE_URL is set, and hides the password of an invalid URL in the error', () => {
    const urls = 'postgres://one.test/pawtrait, postgresql://two.test/pawtrait'
    expect(readConfig({}).readDatabaseUrls).toEqual([])
    expect(readConfig({ DATABASE_URL: 'postgres://db.test/pawtrait', READ_DATABASE_URLS: urls })).toMatchObject({
      readDatabaseUrls: ['postgres://one.test/pawtrait', 'postgresql://two.test/pawtrait'],
    })
    expect(refusal({ READ_DATABASE_URLS: urls })).toContain('set DATABASE_URL to the primary')
    const wrong = refusal({ DATABASE_URL: 'postgres://db.test/pawtrait', READ_DATABASE_URLS: 'user:secret@one.test' })
    expect(wrong).toBe('READ_DATABASE_URLS: URL 1 must begin with postgres://')
  })
})

describe('readConfig with NATS_URL', () => {
  it('accepts URLs with the same scheme, user and password, and names no password in the error for other URLs', () => {
    const urls = 'nats://pets:secret@one.test, nats://pets:secret@two.test:4223'
    expect(readConfig({}).natsUrls).toEqual([])
    expect(readConfig({ NATS_URL: urls }).natsUrls).toEqual(urls.split(', '))
    const wrong = (url: string) => refusal({ NATS_URL: url })
    expect(wrong('one.test:4222')).toBe('NATS_URL: URL 1 must begin with nats:// or tls://')
    expect(wrong(`${urls},https://three.test`)).toBe('NATS_URL: URL 3 must begin with nats:// or tls://')
    for (const other of ['nats://pets:other@two.test', 'nats://two.test', 'tls://pets:secret@two.test'])
      expect(wrong(`nats://pets:secret@one.test,${other}`)).toBe(
        'NATS_URL: URL 2 must have the scheme, user and password of URL 1',
      )
  })
})

describe('createNatsOptions', () => {
  it('returns the hosts of the URLs, and the user and password or the token that the URLs contain', () => {
    expect(createNatsOptions(['nats://pets:p%40ss@one.test:4222', 'nats://pets:p%40ss@[::1]'])).toEqual({
      servers: ['one.test:4222', '[::1]'],
      user: 'pets',
      pass: 'p@ss',
    })
    expect(createNatsOptions(['tls://a%2Ftoken@one.test'])).toEqual({
      servers: ['one.test'],
      tls: {},
      token: 'a/token',
    })
    expect(createNatsOptions(['nats://one.test'])).toEqual({ servers: ['one.test'] })
  })
})

it('readConfig requires all S3_ settings or none, and reads the secret key from a file', () => {
  const s3 = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'id' }
  expect(readConfig({}).s3).toBeNull()
  expect(() => readConfig(s3)).toThrow('S3_SECRET_ACCESS_KEY is missing: the other S3_ settings need it')
  expect(() => readConfig({ ...s3, S3_ENDPOINT: 's3.example' })).toThrow('S3_ENDPOINT: must be https://host')
  expect(() => readConfig({ STORAGE_MOVE: 'disk-to-s3' })).toThrow('S3_BUCKET is missing: STORAGE_MOVE needs it')
  expect(refusal({ STORAGE_MOVE: 'disk' })).toContain('STORAGE_MOVE: must be disk-to-s3 or s3-to-disk')
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'key')
  writeFileSync(file, 'a secret\n')
  expect(readConfig({ ...s3, S3_SECRET_ACCESS_KEY_FILE: file }).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'photos',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'a secret',
  })
})
