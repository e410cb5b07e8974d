import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { computeColourDifference } from '#testing/photos/colour-difference.ts'
import { decodeFully, writeUpload } from '#testing/photos/decode-upload.ts'
import {
  animatedGif,
  colourOfQuarters,
  drawnScene,
  htmlJpeg,
  metadataSecrets,
  phonePhoto,
  polyglotPayload,
  quarterColours,
  quarteredPhoto,
  scriptGif,
  taggedJpeg,
  textBombPng,
  zipJpeg,
} from '#testing/photos/images.ts'
import { listDecoderPids, renderPhoto, UndecodablePhotoError } from './decode-photo.ts'
import type { UploadFormat } from './sniff-photo.ts'

const personalTags = [
  'GPSLatitude',
  'GPSLongitude',
  'GPSAltitude',
  'Make',
  'Model',
  'Artist',
  'Copyright',
  'Software',
  'OwnerName',
  'SerialNumber',
  'DateTimeOriginal',
  'description',
  'Keywords',
]
/** Returns two booleans: whether accepting and rendering the upload each reject with UndecodablePhotoError. */
async function areRejected(bytes: Buffer, format: UploadFormat) {
  const { accepted, rendered } = await writeUpload(bytes, format)
  const [first, second] = await Promise.allSettled([accepted, rendered])
  return [first, second].map((end) => end.status === 'rejected' && end.reason instanceof UndecodablePhotoError)
}
const bothRefused = [true, true]

describe('photo decoder', () => {
  test('refuses a JPEG that is truncated or has only a header', async () => {
    const jpeg = await drawnScene(800, 600).jpeg().toBuffer()
    expect(await areRejected(jpeg.subarray(0, jpeg.length >> 1), 'jpeg')).toEqual(bothRefused)
    expect(await areRejected(jpeg.subarray(0, 700), 'jpeg')).toEqual(bothRefused)
  })

  test('refuses a script with a GIF header', async () => {
    expect(await areRejected(scriptGif, 'gif')).toEqual(bothRefused)
  })

  test('refuses a truncated HEIC', async () => {
    const heic = await readFile(new URL('../../testing/photos/dog.heic', import.meta.url))
    expect(await areRejected(heic.subarray(0, heic.length >> 1), 'heic')).toEqual(bothRefused)
  })

  test('refuses an SVG declared as JPEG and a TIFF declared as PNG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect(await areRejected(svg, 'jpeg')).toEqual(bothRefused)
    expect(await areRejected(await drawnScene(64, 48).tiff().toBuffer(), 'png')).toEqual(bothRefused)
  })

  test('accepts a photo of 60000 by 10 pixels', async () => {
    const widePhoto = await decodeFully(
      await sharp(await drawnScene(600, 10).png().toBuffer())
        .resize(60_000, 10, { fit: 'fill' })
        .jpeg()
        .toBuffer(),
      'jpeg',
    )
    expect(widePhoto.size).toMatchObject({ width: 60_000, height: 10 })
  })
})

describe('first renderings of a new photo', () => {
  test('include the smallest JPEG, which is needed for name plates of stories', async () => {
    const { rendered, rest } = await writeUpload(await drawnScene(1600, 1200).jpeg().toBuffer(), 'jpeg')
    const [ready, remaining] = (await Promise.all([rendered, rest])).map(({ files }) =>
      files.map(({ width, extension }) => `${width}.${extension}`).toSorted(),
    )
    expect(ready).toEqual(['1080.webp', '320.jpg', '320.webp'])
    expect(remaining).toEqual(['1080.jpg', '640.jpg', '640.webp'])
  })
})

describe('original and renderings', () => {
  test.each([1, 6])('contain no personal metadata (EXIF orientation %i)', async (orientation) => {
    const tagged = await taggedJpeg(orientation)
    for (const secret of metadataSecrets) expect(tagged.includes(secret)).toBe(true)
    const tagNames = Object.keys(await exifr.parse(tagged, true))
    expect(tagNames).toEqual(expect.arrayContaining(personalTags))

    const { contents, size, original } = await decodeFully(tagged, 'jpeg')
    for (const bytes of contents) {
      for (const secret of metadataSecrets) expect(bytes.includes(secret)).toBe(false)
      const { exif, xmp, iptc, orientation: turned } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, turned }).toEqual({})
      // exifr reads only JPEG, PNG and AVIF. The check above with sharp covers the metadata of all formats.
      const tags = Object.keys((await exifr.parse(bytes, true).catch(() => undefined)) ?? {})
      expect(tags.filter((tag) => personalTags.includes(tag))).toEqual([])
    }
    const upright = orientation === 1 ? { width: 1200, height: 800 } : { width: 800, height: 1200 }
    expect(size).toMatchObject(upright)
    expect(await sharp(original.file).metadata()).toMatchObject(upright)
  })

  test('are upright when the EXIF orientation is 6', async () => {
    const rotatedPhoto = await quarteredPhoto().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
    const { contents } = await decodeFully(rotatedPhoto, 'jpeg')
    // A quarter turn clockwise moves the bottom left corner to the top left.
    for (const bytes of contents) {
      const [topLeft = [], topRight = []] = await colourOfQuarters(bytes)
      expect(computeColourDifference(topLeft, quarterColours[2])).toBeLessThan(4)
      expect(computeColourDifference(topRight, quarterColours[0])).toBeLessThan(4)
    }
  })

  test('keep the image data of an upright JPEG unchanged in the original', async () => {
    const plain = await drawnScene(800, 600).jpeg().toBuffer()
    const scan = plain.subarray(plain.indexOf(Buffer.from([0xff, 0xda])))
    const { original } = await decodeFully(plain, 'jpeg')
    expect((await readFile(original.file)).subarray(-scan.length).equals(scan)).toBe(true)
  })

  test.each([
    ['a web page', htmlJpeg],
    ['an archive', zipJpeg],
  ])('contain nothing of %s hidden in the JPEG', async (_name, make) => {
    const polyglot = await make()
    expect(polyglot.includes(polyglotPayload)).toBe(true)
    const { contents } = await decodeFully(polyglot, 'jpeg')
    for (const bytes of contents) {
      expect(bytes.includes(polyglotPayload)).toBe(false)
      expect(bytes.includes('PK\x03\x04')).toBe(false)
    }
  })

  test('keep a PNG text chunk that would unpack to 200 MB out of the original', async () => {
    const { original } = await decodeFully(await textBombPng(), 'png')
    expect((await readFile(original.file)).includes('zTXt')).toBe(false)
  })

  test('keep all frames of an animation in the original, but only the first frame in renderings', async () => {
    const { contents, original } = await decodeFully(await animatedGif(), 'gif')
    expect(await sharp(original.file).metadata()).toMatchObject({ format: 'gif', pages: 4 })
    expect((await readFile(original.file)).includes('secret comment')).toBe(false)
    for (const bytes of contents.slice(0, -1)) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  })

  test('keep transparency in WebP and AVIF, and replace it with white in JPEG', async () => {
    const transparentPhoto = sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
    const { first, large } = await decodeFully(await transparentPhoto.png().toBuffer(), 'png')
    const readCorner = async (extension: string) => {
      const rendered = [...first.files, ...large.files].find((each) => each.extension === extension)
      const pixels = await sharp(rendered?.file).ensureAlpha().raw().toBuffer()
      return [...pixels.subarray(0, 4)]
    }
    expect(await readCorner('jpg')).toEqual([255, 255, 255, 255])
    expect((await readCorner('webp'))[3]).toBe(0)
    expect((await readCorner('avif'))[3]).toBe(0)
  })
})

describe('rendering widths', () => {
  test('never exceed the width of the photo, and include its full width', async () => {
    const { first, large } = await decodeFully(await drawnScene(1500, 900).jpeg().toBuffer(), 'jpeg')
    const widths = (extension: string, from: typeof first) =>
      from.files.flatMap((file) => (file.extension === extension ? file.width : []))
    expect(widths('webp', first)).toEqual([1080, 640, 320])
    expect(widths('jpg', first)).toEqual([1080, 640, 320])
    expect(widths('webp', large)).toEqual([1500])
    expect(widths('avif', large)).toEqual([1080, 640])
    for (const { file, width } of [...first.files, ...large.files])
      expect(await sharp(file).metadata()).toMatchObject({ width, height: Math.round((width * 900) / 1500) })
  })

  test('never exceed the width of a photo of 10 by 60000 pixels', async () => {
    const tallPhoto = await decodeFully(
      await sharp(await drawnScene(10, 600).png().toBuffer())
        .resize(10, 60_000, { fit: 'fill' })
        .jpeg()
        .toBuffer(),
      'jpeg',
    )
    expect(Math.max(...tallPhoto.first.files.map(({ width }) => width))).toBeLessThanOrEqual(10)
  })
})

describe('renderPhoto', () => {
  test('rotates the photo first and crops it afterwards', async () => {
    const { accepted, rest, folder } = await writeUpload(
      await quarteredPhoto(1200, 800).jpeg({ quality: 95 }).toBuffer(),
      'jpeg',
    )
    const { original } = await accepted
    await rest
    // A quarter turn clockwise moves the bottom left corner to the top left, and the crop keeps only that quarter.
    const frame: PhotoEdit = { ...noPhotoEdit, rotate: 90, crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }
    const { width, height, files } = await renderPhoto(original.file, folder, frame)
    expect({ width, height }).toEqual({ width: 400, height: 600 })
    for (const { file } of files)
      for (const colour of await colourOfQuarters(await readFile(file)))
        expect(computeColourDifference(colour, quarterColours[2])).toBeLessThan(3)
  })
})

test('crash of a photo decoder rejects one photo, but not the next photo', async () => {
  await (await writeUpload(await drawnScene(300, 200).jpeg().toBuffer(), 'jpeg')).rest
  // Decoders that are stopped (SIGSTOP) cannot finish the photo before they are killed, even if this process is slow.
  const decoders = listDecoderPids()
  for (const pid of decoders) process.kill(pid, 'SIGSTOP')
  const { accepted, rendered } = await writeUpload(await drawnScene(4000, 3000).jpeg().toBuffer(), 'jpeg')
  for (const pid of decoders) {
    process.kill(pid, 'SIGSEGV')
    process.kill(pid, 'SIGCONT')
  }
  await expect(rendered).rejects.toMatchObject({ reason: 'crashed' })
  await expect(accepted).rejects.toMatchObject({ reason: 'crashed' })
  // Waits until the pool has noticed every crash. Otherwise it would give the next photo to a decoder that is about to
  // exit.
  await expect.poll(() => listDecoderPids().filter((pid) => decoders.includes(pid))).toEqual([])
  const next = await writeUpload(await drawnScene(300, 200).jpeg().toBuffer(), 'jpeg')
  expect(await next.accepted).toMatchObject({ width: 300, height: 200 })
  await next.rest
})

test('decoder process exits when its parent process is killed, even during a rendering', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orphan-'))
  const file = join(folder, 'photo.jpg')
  await writeFile(file, await phonePhoto())
  const decoder = new URL('./decode-photo.ts', import.meta.url).href
  // A process that simulates the server: it starts a long rendering, prints the pid of its decoder, and is killed.
  const program = `const { listDecoderPids, enlargePhoto } = await import('${decoder}')
    enlargePhoto('${file}', '${folder}', { rotate: 0, crop: null })
    setTimeout(() => {
      process.stdout.write(String(listDecoderPids()[0]))
      process.kill(process.pid, 'SIGKILL')
    }, 1000)`
  const cwd = new URL('../../..', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd }).catch((error) => error)
  // An ended process remains listed as a zombie (Z) until its parent reads the exit code.
  const isAlive = async () => !/^$|\) Z/.test(await readFile(`/proc/${stdout}/stat`, 'utf8').catch(() => ''))
  expect(Number(stdout)).toBeGreaterThan(0)
  await expect.poll(isAlive).toBe(false)
  await rm(folder, { recursive: true })
})
