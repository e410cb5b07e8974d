import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examineCertificate } from '#app/cli/examine-certificate.ts'
import { day } from '#testing/clock.ts'
import { serverForFile } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-certificate-'))
const files = [
  '-keyout',
  'key.pem',
  '-out',
  'certificate.pem',
  '-days',
  '30',
  '-subj',
  '/CN=localhost',
  '-addext',
  'subjectAltName=IP:127.0.0.1',
]
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files], { cwd: folder, stdio: 'ignore' })
const read = (name: string) => readFileSync(join(folder, name))
tls.setDefaultCACertificates([...tls.getCACertificates(), read('certificate.pem').toString()])
const proxy = createServer({ key: read('key.pem'), cert: read('certificate.pem') })
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const publicUrl = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
const createdAt = Date.now()

const server = serverForFile(createProductionSettings({ PUBLIC_URL: publicUrl }))
afterAll(() => {
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
})

let config = { publicUrl }
beforeAll(() => {
  config = { publicUrl: server.deps.config.publicUrl }
})

it('/metrics contains the expiry time of the certificate of PUBLIC_URL', async () => {
  const { text } = await server.call(null, 'GET', '/metrics', undefined, { ip: '127.0.0.1' })
  const expiry = Number(/^certificate_expiry_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  expect(Math.abs(expiry * 1000 - (createdAt + 30 * day))).toBeLessThan(day)
})

it('`pawtrait doctor` reports the days until the certificate expires, as a fault below 14 days', async () => {
  const after = (days: number) => examineCertificate(config, new Date(createdAt + days * day))
  expect(await after(10)).toMatchObject([{ ok: true, says: expect.stringMatching(/^expires in (19|20) days\.$/) }])
  expect(await after(20)).toMatchObject([
    { ok: false, says: expect.stringMatching(/^expires in (9|10) days: renew it/) },
  ])
  expect(await after(31)).toMatchObject([{ ok: false, says: expect.stringMatching(/^has expired, /) }])
})
