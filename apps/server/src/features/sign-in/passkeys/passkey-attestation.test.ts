import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour } from '#testing/clock.ts'
import { withPrivateRootAttestation, withSelfAttestation } from '#testing/fakes/attestation.ts'
import { anAuthenticator } from '#testing/fakes/authenticator.ts'
import { serverForFile } from '#testing/server.ts'
import { type aBrowser, aSignedInSudoUser } from '#testing/sign-in.ts'

const server = serverForFile()
type Browser = ReturnType<typeof aBrowser>
type Options = { challenge: string; user: { id: string } }

// An internal HTTP service. The forged certificate names the service as its revocation list, which a naive server would
// fetch.
const requests: string[] = []
const innerService = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.end()
})
beforeAll(() => new Promise<void>((resolve) => innerService.listen(0, '127.0.0.1', resolve)))
afterAll(() => innerService.close())
const innerAddress = () => `http://127.0.0.1:${(innerService.address() as AddressInfo).port}/admin?do=it`

async function aCredential(browser: Browser) {
  const device = anAuthenticator()
  const options = await browser.call<Options>('POST', '/api/passkeys/options')
  expect(options.status).toBe(200)
  return { device, credential: device.make(options.body) }
}

const addPasskey = (browser: Browser, credential: unknown) =>
  browser.call<{ code: string }>('POST', '/api/passkeys', { credential })

describe('attestation of a new passkey', () => {
  it.each(['android-key', 'packed'] as const)(
    'is refused when it contains certificates (%s), and no URL in the certificates is fetched',
    async (format) => {
      const { browser } = await aSignedInSudoUser(server)
      const { device, credential } = await aCredential(browser)
      const forged = await withPrivateRootAttestation(credential, device, { format, crl: innerAddress() })
      const response = await addPasskey(browser, forged)
      expect([response.status, response.body.code]).toEqual([401, 'invalid-passkey'])
      // The test itself sends `/later`. The internal service must have recorded no other request: the server did not
      // fetch the URL in the certificate.
      await fetch(new URL('/later', innerAddress()))
      expect(requests.splice(0)).toEqual(['/later'])
    },
  )

  it('is accepted when it is signed by the passkey itself', async () => {
    const { browser } = await aSignedInSudoUser(server)
    const { device, credential } = await aCredential(browser)
    expect((await addPasskey(browser, withSelfAttestation(credential, device))).status).toBe(201)
  })

  it('is refused when it is not CBOR', async () => {
    const { browser } = await aSignedInSudoUser(server)
    const { credential } = await aCredential(browser)
    const broken = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } }
    expect((await addPasskey(browser, broken)).body.code).toBe('invalid-passkey')
  })

  it('is verified at most 30 times an hour per account, then refused with 429', async () => {
    const { browser } = await aSignedInSudoUser(server)
    const { device, credential } = await aCredential(browser)
    const forged = await withPrivateRootAttestation(credential, device, { format: 'android-key', crl: innerAddress() })
    for (let n = 0; n < 30; n++) expect((await addPasskey(browser, forged)).status).toBe(401)
    const refused = await addPasskey(browser, forged)
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(hour / 1_000)
    expect(requests).toEqual([])
  })
})
