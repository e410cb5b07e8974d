/** Thrown when metadata cannot be removed, because the file's structure is invalid. The photo is then re-encoded. */
export class MalformedPhotoError extends Error {}

/** Returns whether bytes are an ICC profile, by the signature at offset 36 (ICC.1 §7.2.9). */
export function isIccProfile(bytes: Buffer): boolean {
  return bytes.length >= 128 && bytes.toString('latin1', 36, 40) === 'acsp'
}

/** Returns the smallest TIFF structure with an orientation (EXIF 0x0112): 26 bytes. */
export function createOrientationTiff(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
