import { invalidPasskeyProblem } from './challenge.ts'

/**
 * Refuses an attestation with certificates, which we do not request from browsers. To check it, the library would fetch
 * revocation lists from URLs in the certificates, which the client controls: server-side request forgery.
 * Accepts the format `none`, and `packed` when signed by the passkey itself (WebAuthn level 3 §8.2, self attestation).
 * @throws Problem 'invalid-passkey'
 */
export async function refuseAttestationCertificates(attestationObject: string): Promise<void> {
  if (!(await hasNoCertificate(attestationObject))) throw invalidPasskeyProblem()
}

async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false // The bytes are not CBOR, or lack the fields of an attestation.
  }
}
