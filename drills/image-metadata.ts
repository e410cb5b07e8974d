import sharp from 'sharp'
import {
  createOrientationTiff,
  MalformedPhotoError,
} from '../apps/server/src/features/media/containers/photo-container.ts'
import { repairJpeg } from '../apps/server/src/features/media/containers/repair-jpeg.ts'
import { stripGif } from '../apps/server/src/features/media/containers/strip-gif.ts'
import { stripJpeg } from '../apps/server/src/features/media/containers/strip-jpeg.ts'
import { readPngChunks, stripPng } from '../apps/server/src/features/media/containers/strip-png.ts'
import { stripWebp } from '../apps/server/src/features/media/containers/strip-webp.ts'
import { animatedGif, drawnScene, encodePng } from '../apps/server/src/testing/photos/images.ts'
import { createSeededRandom, type Random } from '../tools/demo/random.ts'
import type { Drill } from './drill.ts'

const FILES = 10_000
const SECRET = 'Moi Avenue 14'
const words = (random: Random) => Buffer.from(SECRET.repeat(random.whole(1, 30)))

type TestFile = { bytes: Buffer; orientation: number; isCut: boolean }
type Maker = {
  format: string
  make: (random: Random) => TestFile
  strip: (bytes: Buffer, orientation: number) => Buffer
}

function jpegSegment(marker: number, ...content: (Buffer | string)[]): Buffer {
  const data = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Makes a JPEG with up to six extra segments at its start. Examples: text, empty EXIF, parts of colour profiles. */
const jpegMaker =
  (plain: Buffer): Maker['make'] =>
  (random) => {
    const orientation = random.whole(1, 8)
    const noise = Array.from({ length: random.whole(0, 6) }, () =>
      random.pick([
        () => jpegSegment(0xfe, words(random)),
        () => jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', words(random)),
        () => jpegSegment(random.whole(0xe3, 0xed), words(random)),
        () => jpegSegment(0xe1, 'Exif\0\0'),
        () => jpegSegment(0xe2, 'ICC_PROFILE\0', Buffer.from([random.whole(1, 4), random.whole(1, 4)]), words(random)),
        () => jpegSegment(0xe0, 'JFXX\0', words(random)),
        () => Buffer.from([0xff]),
      ])(),
    )
    const exif = jpegSegment(0xe1, 'Exif\0\0', createOrientationTiff(orientation), words(random))
    const isCut = random.next() < 0.2
    const rest = isCut ? plain.subarray(2, -random.whole(1, 2)) : plain.subarray(2)
    const after = isCut ? [] : [words(random)]
    return { bytes: Buffer.concat([plain.subarray(0, 2), ...noise, exif, rest, ...after]), orientation, isCut }
  }

/** Makes a PNG with extra chunks of text between the chunks of the image. */
const pngMaker =
  (plain: Buffer): Maker['make'] =>
  (random) => {
    const own = [...readPngChunks(plain)].map(({ type, start, end }) => ({ type, data: plain.subarray(start, end) }))
    const noise = () =>
      Array.from({ length: random.whole(0, 2) }, () => ({
        type: random.pick(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'prVt', 'iCCP']),
        data: words(random),
      }))
    const [header, ...others] = own
    if (!header) throw new Error('a PNG without a header')
    const end = others.pop()
    const chunks = [header, ...others.flatMap((chunk) => [...noise(), chunk]), ...noise(), ...(end ? [end] : [])]
    return { bytes: Buffer.concat([encodePng(chunks), words(random)]), orientation: 1, isCut: false }
  }

function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Makes a WebP with chunks of text after its `VP8X` header, inside the frames of an animation, and at its end. */
const webpMaker =
  (plain: Buffer): Maker['make'] =>
  (random) => {
    const noise = () =>
      Array.from({ length: random.whole(0, 2) }, () =>
        webpChunk(random.pick(['EXIF', 'XMP ', 'WORD', 'ICCP']), words(random)),
      )
    const parts: Buffer[] = []
    for (let at = 12; at + 8 <= plain.length; ) {
      const type = plain.toString('latin1', at, at + 4)
      const end = at + 8 + plain.readUInt32LE(at + 4)
      const data = plain.subarray(at + 8, end)
      const whole = type === 'ANMF' ? Buffer.concat([data, ...noise()]) : data
      parts.push(webpChunk(type, whole), ...(type === 'VP8X' ? noise() : []))
      at = end + (end % 2)
    }
    const body = Buffer.concat([Buffer.from('WEBP'), ...parts, ...noise()])
    const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
    riff.writeUInt32LE(body.length, 4)
    return { bytes: Buffer.concat([riff, body]), orientation: 1, isCut: false }
  }

/** Makes a GIF with comments and unknown application blocks before its frames. */
const gifMaker =
  (plain: Buffer): Maker['make'] =>
  (random) => {
    const text = () => Buffer.from(SECRET.repeat(random.whole(1, 15)))
    const block = (label: number, ...parts: Buffer[]) => {
      const subBlocks = parts.flatMap((part) => [Buffer.from([part.length]), part])
      return Buffer.concat([Buffer.from([0x21, label]), ...subBlocks, Buffer.from([0])])
    }
    const noise = Array.from({ length: random.whole(0, 4) }, () =>
      random.next() < 0.5 ? block(0xfe, text(), text()) : block(0xff, Buffer.from('XMP DataXMP'), text()),
    )
    const flags = plain[10] ?? 0
    const at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0) // The blocks follow the colour table.
    const bytes = Buffer.concat([plain.subarray(0, at), ...noise, plain.subarray(at), words(random)])
    return { bytes, orientation: 1, isCut: false }
  }

async function makers(): Promise<Maker[]> {
  const animation = sharp([await drawnScene(40, 30).png().toBuffer(), await drawnScene(40, 30).png().toBuffer()], {
    join: { animated: true },
  })
  const jpeg = [
    await drawnScene(60, 40).jpeg().toBuffer(),
    await drawnScene(60, 40).jpeg({ progressive: true }).toBuffer(),
  ]
  const webp = [await animation.webp().toBuffer(), await drawnScene(60, 40).ensureAlpha(0.5).webp().toBuffer()]
  return [
    ...jpeg.map((plain) => ({ format: 'JPEG', make: jpegMaker(plain), strip: stripJpeg })),
    { format: 'PNG', make: pngMaker(await drawnScene(60, 40).png().toBuffer()), strip: stripPng },
    ...webp.map((plain) => ({ format: 'WebP', make: webpMaker(plain), strip: stripWebp })),
    { format: 'GIF', make: gifMaker(await animatedGif(3)), strip: stripGif },
  ]
}

/** Makes a file and strips its metadata, as after an upload. Returns a description of the fault, or null. */
async function faultOf({ format, make, strip }: Maker, random: Random): Promise<string | null> {
  const { bytes, orientation, isCut } = make(random)
  const photo = format === 'GIF' ? stripGif(bytes) : bytes
  const mended = format === 'JPEG' ? repairJpeg(bytes) : { photo, lackedEnd: false }
  if (mended.lackedEnd !== isCut) return `${format}: a cut end is ${mended.lackedEnd ? 'seen wrongly' : 'not seen'}`
  const before = await sharp(mended.photo).metadata()
  if ((before.orientation ?? 1) !== orientation) return `${format}: orientation ${before.orientation} of ${orientation}`
  try {
    const stripped = strip(mended.photo, orientation)
    if (stripped.includes(SECRET)) return `${format}: words are left`
    const after = await sharp(stripped).metadata()
    const isSame =
      (after.orientation ?? 1) === orientation && after.width === before.width && after.pages === before.pages
    return isSame ? null : `${format}: another size, orientation or number of frames`
  } catch (error) {
    // The app encodes a malformed photo again, without metadata.
    return error instanceof MalformedPhotoError
      ? null
      : `${format}: ${error instanceof Error ? error.message : 'crash'}`
  }
}

async function containers(): Promise<string> {
  const random = createSeededRandom(37)
  const all = await makers()
  const faults = new Map<string, number>()
  for (let file = 0; file < FILES; file++) {
    const maker = all[file % all.length]
    const fault = maker ? await faultOf(maker, random) : null
    if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  if (faults.size > 0) throw new Error([...faults].map(([fault, times]) => `${fault} (${times})`).join('; '))
  return `${FILES} files with hidden words, empty EXIF and cut ends: no crash, no word left, orientation right`
}

export const imageMetadataDrills: Drill[] = [{ name: 'containers', run: containers }]
