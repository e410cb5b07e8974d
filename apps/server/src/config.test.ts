import { describe, expect, it } from 'vitest'
import { BadConfig, isPrivateHost, readConfig } from './config.ts'

const production = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://pawtrait.test',
  SMTP_URL: 'smtp://mail.test',
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

describe('settings', () => {
  it('make a local run when nothing is set', () => {
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

  it('are no other for a log-in shell, that names its mailbox', () => {
    expect(readConfig({ MAIL: '/var/mail/amina' }).mail).toBe('off')
    expect(refusal({ MAIL: 'on' })).toContain('MAIL')
  })

  it('make production of everything that others could reach', () => {
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
      expect(refusal(environment)).toContain('production start')
    expect(readConfig({ NODE_ENV: 'development', PUBLIC_URL: 'http://192.168.1.7:3000' }).mode).toBe('local')
  })

  it('stop a production start that leaves something to chance, one line each', () => {
    const without = (key: keyof typeof production) => refusal({ ...production, [key]: undefined })
    expect(refusal({ ...production, PUBLIC_URL: 'http://pawtrait.test' })).toContain('PUBLIC_URL must be the https')
    expect(without('PEPPER_FILE')).toContain('PEPPER_FILE')
    expect(without('TRUSTED_PROXIES')).toContain('TRUSTED_PROXIES')
    expect(without('DATABASE_URL')).toContain('DATABASE_URL or DATA_DIR')
    expect(refusal({ ...production, MAIL: 'dev' })).toContain('MAIL=dev')
    expect(refusal({ NODE_ENV: 'production' }).split('\n')).toHaveLength(6)
  })

  it('let a zip code alone sign in without mail only when the operator understands', () => {
    const zipOnly = { ...production, SMTP_URL: undefined }
    expect(refusal(zipOnly)).toContain('SMTP_URL is needed')
    expect(refusal({ ...zipOnly, ZIP_ONLY_SIGNIN: 'yes' })).toContain('SMTP_URL is needed')
    expect(readConfig({ ...zipOnly, ZIP_ONLY_SIGNIN: 'i-understand' }).mail).toBe('off')
  })

  it('may keep a small production instance on the embedded database, without proxies', () => {
    const small = { ...production, DATABASE_URL: undefined, DATA_DIR: '/var/lib/pawtrait', TRUSTED_PROXIES: 'none' }
    expect(readConfig(small)).toMatchObject({ databaseUrl: '', dataDir: '/var/lib/pawtrait', trustedProxies: [] })
  })

  it('listen to the home network with LAN=1', () => {
    const config = readConfig({ LAN: '1', PORT: '3100' })
    expect(config).toMatchObject({ mode: 'lan', host: '0.0.0.0' })
    expect(isPrivateHost(new URL(config.publicUrl).hostname)).toBe(true)
    expect(readConfig({ LAN: '1', HOST: '192.168.1.7' }).host).toBe('192.168.1.7')
  })

  it('are refused by name when they make no sense', () => {
    expect(refusal({ PORT: 'three thousand', PHOTOS_PER_DAY: '-1', PUBLIC_URL: 'pawtrait' }).split('\n')).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('PUBLIC_URL'),
      expect.stringContaining('PHOTOS_PER_DAY'),
    ])
  })

  it('tell private names from public ones', () => {
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
})
