import { expect, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { startServer } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const dayMs = 86_400_000

async function fetchSecurityTxt(settings: Record<string, string>) {
  const server = await startServer(settings)
  try {
    const { status, headers, text } = await server.call(null, 'GET', '/.well-known/security.txt')
    const fields = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string])
    return { status, type: headers['content-type'], now: server.clock.now(), fields: new Map(fields) }
  } finally {
    await server.stop()
  }
}

it('/.well-known/security.txt has a contact and expires in 170 to 365 days', async () => {
  const { status, type, now, fields } = await fetchSecurityTxt({})
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages'])
  expect(fields.get('Contact')).toBe('mailto:security@localhost')
  const days = (Date.parse(fields.get('Expires') ?? '') - now.getTime()) / dayMs
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

it('/.well-known/security.txt contains SECURITY_CONTACT, or security@ and the domain if it is not set', async () => {
  const byDefault = await fetchSecurityTxt(createProductionSettings())
  expect(byDefault.fields.get('Contact')).toBe('mailto:security@pawtrait.test')
  expect(byDefault.fields.get('Canonical')).toBe('https://pawtrait.test/.well-known/security.txt')
  const configured = await fetchSecurityTxt(
    createProductionSettings({ SECURITY_CONTACT: 'https://pawtrait.test/report' }),
  )
  expect(configured.fields.get('Contact')).toBe('https://pawtrait.test/report')
  expect(readConfig({ SECURITY_CONTACT: 'me@pets.test' }).securityContact).toBe('mailto:me@pets.test')
  expect(() => readConfig({ SECURITY_CONTACT: 'call me\nSignature: x' })).toThrow('SECURITY_CONTACT')
})
