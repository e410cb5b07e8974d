import sharp from 'sharp'
import { DISPLAY_P3_PRIMARIES } from './read-heif.ts'
import { addJpegProfile } from './strip-jpeg.ts'
import { addPngProfile, pngChunks } from './strip-png.ts'

/** Returns the colour profile of Display P3. */
export async function displayP3(): Promise<Buffer> {
  const dot = sharp({
    create: { width: 1, height: 1, channels: 3, background: '#000' },
  })
  const meta = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()
  if (!meta.icc) throw new Error('sharp carries no Display P3 profile')
  return meta.icc
}

/** Writes a profile into a photo that has none, because decoders ignore the numbers. */
export const addProfile = (photo: Buffer, format: 'jpeg' | 'png', profile: Buffer): Buffer =>
  format === 'png' ? addPngProfile(photo, profile) : addJpegProfile(photo, profile)

/** Returns a PNG with the profile that its cICP chunk names by numbers (PNG 3 §11.3.2.6). */
export async function profiledPng(png: Buffer): Promise<Buffer> {
  for (const { type, start } of pngChunks(png)) {
    if (type === 'iCCP' || type === 'IDAT') return png
    if (type === 'cICP') return png[start] === DISPLAY_P3_PRIMARIES ? addPngProfile(png, await displayP3()) : png
  }
  return png
}
