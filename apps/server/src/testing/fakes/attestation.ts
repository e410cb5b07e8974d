import 'reflect-metadata' // Import before @peculiar/x509, which needs this module.
import { createHash, createSign, type KeyObject, webcrypto } from 'node:crypto'
import type { NewPasskeyCredential } from '@pawtrait/contract/sign-in/passkeys.ts'
import * as x509 from '@peculiar/x509'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const bytes = (data: Uint8Array | string) => Uint8Array.from(Buffer.from(data))

/** Returns the credential with a WebAuthn attestation of this `format`, signed over the credential's data. */
function attest(
  { response, ...credential }: NewPasskeyCredential,
  keys: Keys,
  format: string,
  extra: [string, unknown][],
): NewPasskeyCredential {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const signed = Buffer.concat([authData, clientDataHash(response.clientDataJSON)])
  const sig = bytes(createSign('sha256').update(signed).sign(keys.privateKey))
  const statement = new Map<string, unknown>([['alg', -7], ['sig', sig], ...extra])
  const object = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', bytes(authData)],
  ])
  const encoded = isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])
  return { ...credential, response: { ...response, attestationObject: Buffer.from(encoded).toString('base64url') } }
}

const clientDataHash = (clientData: string) =>
  createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest()

/** Returns the credential with a `packed` attestation that the passkey itself has signed. */
export const withSelfAttestation = (credential: NewPasskeyCredential, keys: Keys) =>
  attest(credential, keys, 'packed', [])

/** Adds a `packed` or `android-key` attestation with its own root certificate. `crl` is the revocation list's URL. */
export async function withPrivateRootAttestation(
  credential: NewPasskeyCredential,
  keys: Keys,
  { format, crl }: { format: 'packed' | 'android-key'; crl: string },
): Promise<NewPasskeyCredential> {
  x509.cryptoProvider.set(globalThis.crypto)
  const rootKeys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=root of the sender',
    keys: rootKeys,
    signingAlgorithm: ecdsa,
    extensions: [new x509.BasicConstraintsExtension(true)],
  })
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
  const leaf = await x509.X509CertificateGenerator.create({
    subject: 'C=KE,O=Sender,OU=Authenticator Attestation,CN=leaf',
    issuer: root.subject,
    publicKey: await webcrypto.subtle.importKey('spki', spki, ecdsa, true, ['verify']),
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.CRLDistributionPointsExtension([crl]),
      new x509.Extension('1.3.6.1.4.1.11129.2.1.17', false, keyDescription(credential)),
    ],
  })
  const chain = [leaf, root].map(({ rawData }) => new Uint8Array(rawData))
  return attest(credential, keys, format, [['x5c', chain]])
}

/** Returns the DER of an Android key description with only the verified parts: versions, challenge and two lists. */
function keyDescription({ response }: NewPasskeyCredential): Uint8Array<ArrayBuffer> {
  const number = (value: number) => [0x02, 1, value]
  const level = (value: number) => [0x0a, 1, value]
  const challenge = [0x04, 32, ...clientDataHash(response.clientDataJSON)]
  const content = [...number(3), ...level(1), ...number(3), ...level(1), ...challenge, 0x04, 0, 0x30, 0, 0x30, 0]
  return Uint8Array.from([0x30, content.length, ...content])
}
