import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { addProfile, createIccProfile } from './containers/colour-code-points.ts'
import { isIccProfile } from './containers/photo-container.ts'
import { readHeifColour } from './containers/read-heif.ts'
import { maxPixels } from './served-widths.ts'

/**
 * Returns an upright photo of full size with the same colours: a JPEG, or a PNG if parts are transparent. libheif
 * applies the rotation itself. @throws Error if the file cannot be decoded
 */
export async function decodeHeic(bytes: Buffer): Promise<{ photo: Buffer; format: 'jpeg' | 'png' }> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in the HEIC file')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxPixels) throw new Error('more pixels than its header says')
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (result) => (result ? resolve() : reject(new Error('undecodable HEIC'))))
  })
  const pixels = sharp(Buffer.from(data.buffer), {
    raw: { width, height, channels: 4 },
  })
  // libheif sets the alpha channel of a picture without transparency to 255.
  const format = data.some((level, at) => at % 4 === 3 && level < 255) ? 'png' : 'jpeg'
  const encoded =
    format === 'png'
      ? pixels.png({ compressionLevel: 6 })
      : pixels.removeAlpha().jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  return { photo: await addColourProfile(await encoded.toBuffer(), format, bytes), format }
}

async function addColourProfile(photo: Buffer, format: 'jpeg' | 'png', heic: Buffer): Promise<Buffer> {
  const colour = await readHeifColour(async (at, length) => heic.subarray(at, at + length))
  if (!colour) return photo
  const profile = 'icc' in colour ? colour.icc : await createIccProfile(colour)
  return profile && isIccProfile(profile) && profile.length < 65_000 ? addProfile(photo, format, profile) : photo
}
