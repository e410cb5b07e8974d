import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Returns a drawn scene with noise, which compresses like a photo: a JPEG of 12 megapixels and about 3 MB. */
export function phonePhoto(): Promise<Buffer> {
  return drawnScene(4032, 3024).jpeg({ quality: 94 }).toBuffer()
}

/** Returns a drawn scene that is red at the top left, green at the top right and blue below. */
export function drawnScene(width: number, height: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="50%" height="50%" fill="#e02020"/><rect x="50%" width="50%" height="50%" fill="#20c020"/>
    <rect y="50%" width="100%" height="50%" fill="#2020e0"/></svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const grain = { create: { width, height, channels: 3, background: '#000', noise } } as const
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([{ input: grain, blend: 'soft-light' }])
}

/** Returns random patches of all sizes, as detailed as a photo. `number` seeds the random generator. */
export function detailedPicture(number: number, width = 640, height = 480): Sharp {
  let state = number * 7919 + 1
  const next = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const patch = () => {
    const fill = `rgb(${next(256)},${next(256)},${next(256)})`
    const [x, y, across, down] = [next(800), next(600), 10 + next(150), 10 + next(150)]
    return `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}"/>`
  }
  const ellipses = Array.from({ length: 80 }, patch).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 800 600"
    preserveAspectRatio="none"><rect width="800" height="600" fill="#888"/>${ellipses}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** Texts in the metadata of `taggedJpeg` that must appear nowhere else. */
export const metadataSecrets = ['Wanjiku Mwangi', 'SN-4711-0815', 'secret caption', 'secret keyword', 'secret comment']

/** Returns a JPEG with personal metadata: EXIF (GPS, owner, serial number, orientation), XMP, IPTC and a comment. */
export async function taggedJpeg(orientation = 1, width = 1200, height = 800): Promise<Buffer> {
  const tagged = await drawnScene(width, height)
    .withExif({
      IFD0: { Make: 'Pawcam', Model: 'P1', Artist: 'Wanjiku Mwangi', Copyright: 'Wanjiku Mwangi', Software: 'Cam 1' },
      IFD2: {
        CameraOwnerName: 'Wanjiku Mwangi',
        BodySerialNumber: 'SN-4711-0815',
        DateTimeOriginal: '2026:05:04 10:11:12',
      },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '1/1 17/1 24/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '36/1 49/1 12/1',
        GPSAltitude: '1795/1',
      },
    })
    .withXmp(xmp)
    .withMetadata({ orientation })
    .jpeg({ quality: 90 })
    .toBuffer()
  return withSegments(tagged, [segment(0xed, iptc('secret keyword')), segment(0xfe, Buffer.from('secret comment'))])
}

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,17.4S">
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">secret caption</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

function iptc(keyword: string): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 25, 0, keyword.length]), Buffer.from(keyword)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(record.length)
  return Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    size,
    record,
    Buffer.alloc(record.length % 2),
  ])
}

function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

function withSegments(jpeg: Buffer, segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** HTML that the polyglot files contain. */
export const polyglotPayload = '<html><script>alert(document.domain)</script></html>'

/** Returns a JPEG with HTML in a comment, in an application segment and after its end. */
export async function htmlJpeg(): Promise<Buffer> {
  const jpeg = await drawnScene(640, 480).jpeg().toBuffer()
  const hidden = withSegments(jpeg, [
    segment(0xfe, Buffer.from(polyglotPayload)),
    segment(0xe5, Buffer.from(polyglotPayload)),
  ])
  return Buffer.concat([hidden, Buffer.from(polyglotPayload)])
}

/** Returns a JPEG that is followed by a ZIP archive with an end-of-directory record. */
export async function zipJpeg(): Promise<Buffer> {
  const name = Buffer.from('page.html')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(name.length, 26)
  local.writeUInt32LE(polyglotPayload.length, 18)
  local.writeUInt32LE(polyglotPayload.length, 22)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  return Buffer.concat([await drawnScene(640, 480).jpeg().toBuffer(), local, name, Buffer.from(polyglotPayload), end])
}

/** A GIF that is also a script. */
export const scriptGif = Buffer.from(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(document.domain)//`, 'latin1')

/** Returns a PNG file with these chunks, to which it adds lengths and checksums. */
export function encodePng(chunks: { type: string; data: Buffer }[]): Buffer {
  const parts = [Buffer.from('89504e470d0a1a0a', 'hex')]
  for (const { type, data } of chunks) {
    const chunk = Buffer.alloc(12 + data.length)
    chunk.writeUInt32BE(data.length)
    chunk.write(type, 4, 'latin1')
    data.copy(chunk, 8)
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function pngHeader(width: number, height: number, depth: number, colour: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, 0], 8)
  return header
}

/** Returns a black PNG with one bit per pixel. With 30,000 by 30,000 pixels the file takes 110 KB. */
export function blackPng(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const none = Buffer.alloc(0)
  return encodePng([
    { type: 'IHDR', data: pngHeader(width, height, 1, 0) },
    { type: 'IDAT', data: rows },
    { type: 'IEND', data: none },
  ])
}

export function headerOnlyPng(width: number, height: number): Buffer {
  return encodePng([{ type: 'IHDR', data: pngHeader(width, height, 8, 2) }])
}

/** Returns a small PNG with a text chunk that decompresses to 200 MB. */
export async function textBombPng(): Promise<Buffer> {
  const small = await drawnScene(320, 240).png().toBuffer()
  const bomb = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(200_000_000, 'a'), { level: 9 }),
  ])
  const chunk = encodePng([{ type: 'zTXt', data: bomb }]).subarray(8)
  return Buffer.concat([small.subarray(0, 33), chunk, small.subarray(33)])
}

/** Returns an animated GIF with a comment. Each frame has another colour. */
export async function animatedGif(frames = 4): Promise<Buffer> {
  const pages = Array.from({ length: frames }, (_, index) =>
    sharp({
      create: { width: 200, height: 150, channels: 3, background: { r: 60 * index, g: 200 - 40 * index, b: 90 } },
    })
      .png()
      .toBuffer(),
  )
  const gif = await sharp(await Promise.all(pages), { join: { animated: true } })
    .gif({ loop: 0, delay: 100 })
    .toBuffer()
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 14]), Buffer.from('secret comment'), Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])])
}

/** An SVG that runs a script and reads a file when it is rendered. */
export const scriptSvg = Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script><text>&x;</text></svg>`)

/** Returns files in formats that uploads do not accept, keyed by file name. */
export async function unsupportedFiles(): Promise<Record<string, Buffer>> {
  return {
    empty: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    text: Buffer.from('just a line of text, long enough to be looked at\n'),
    html: Buffer.from(`<!doctype html>${polyglotPayload}`),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n'),
    svg: scriptSvg,
    tiff: await drawnScene(64, 48).tiff().toBuffer(),
  }
}

/** sRGB colours of a test photo's quarters, row by row. Every colour profile contains these colours. */
export const quarterColours = [
  [180, 110, 90],
  [110, 150, 100],
  [90, 110, 160],
  [200, 190, 170],
] as const

export function quarteredPhoto(width = 400, height = 300): Sharp {
  const fill = (index: 0 | 1 | 2 | 3) => `fill="rgb(${quarterColours[index].join()})"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="50%" height="50%" ${fill(0)}/><rect x="50%" width="50%" height="50%" ${fill(1)}/>
    <rect y="50%" width="50%" height="50%" ${fill(2)}/>
    <rect x="50%" y="50%" width="50%" height="50%" ${fill(3)}/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** Returns the sRGB colour in the middle of each quarter of a photo, which may have any colour profile. */
export async function colourOfQuarters(photo: Buffer): Promise<number[][]> {
  const { depth } = await sharp(photo).metadata()
  // sharp converts 8-bit photos from their profile to sRGB, but not 16-bit ones.
  const even = depth === 'ushort' ? await sharp(photo).keepIccProfile().png().toBuffer() : photo
  const { data, info } = await sharp(even)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(info.width * (quarter % 2 ? 0.75 : 0.25))
    const y = Math.floor(info.height * (quarter < 2 ? 0.25 : 0.75))
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}
