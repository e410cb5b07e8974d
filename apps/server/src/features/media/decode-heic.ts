import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { isProfile } from './photo-container.ts'
import { readHeifColour } from './read-heif.ts'
import { maxPixels } from './served-widths.ts'
import { addJpegProfile } from './strip-jpeg.ts'

/** Returns an upright JPEG of full size with the same colours; libheif applies the rotation itself. @throws Error */
export async function decodeHeic(bytes: Buffer): Promise<Buffer> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in the HEIC file')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxPixels) throw new Error('more pixels than its header says')
  const data = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) => (shown ? resolve() : reject(new Error('undecodable HEIC'))))
  })
  const pixels = sharp(Buffer.from(data.buffer), {
    raw: { width, height, channels: 4 },
  }).removeAlpha()
  return withColour(await pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), bytes)
}

async function withColour(jpeg: Buffer, heic: Buffer): Promise<Buffer> {
  const colour = await readHeifColour(async (at, length) => heic.subarray(at, at + length))
  if (!colour) return jpeg
  const profile = colour === 'display-p3' ? await displayP3() : colour.icc
  return isProfile(profile) && profile.length < 65_000 ? addJpegProfile(jpeg, profile) : jpeg
}

async function displayP3(): Promise<Buffer> {
  const dot = sharp({
    create: { width: 1, height: 1, channels: 3, background: '#000' },
  })
  const meta = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()
  if (!meta.icc) throw new Error('sharp carries no Display P3 profile')
  return meta.icc
}
