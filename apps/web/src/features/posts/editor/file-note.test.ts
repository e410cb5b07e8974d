import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { detectFileNote } from './file-note.ts'

const createFile = (...parts: (Buffer | string)[]) =>
  new File(
    parts.map((part) => new Uint8Array(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    'photo',
  )

const chunk = (type: string, data = Buffer.alloc(13)) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
const png = (...chunks: Buffer[]) => createFile('\x89PNG\r\n\x1a\n', chunk('IHDR'), ...chunks)
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100)))
const heif = (...brands: string[]) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(16 + brands.length * 4)
  return createFile(length, `ftyp${brands[0]}\0\0\0\0${brands.join('')}`, Buffer.alloc(60))
}
const webp = (flags: number) => createFile('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', Buffer.from([flags]), Buffer.alloc(40))
const scan = Buffer.alloc(200_000, 0x5a)
const jpegHead = '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xda\0\x02'

describe('detectFileNote', () => {
  it.each([
    ['a GIF', createFile('GIF89a', Buffer.alloc(40)), 'still'],
    ['an animated PNG', png(chunk('pHYs'), chunk('acTL'), pixels), 'still'],
    ['a still PNG', png(pixels, chunk('acTL')), null],
    ['an animated WebP', webp(0x02), 'still'],
    ['a still WebP with transparency', webp(0x10), null],
    ['an animated AVIF', heif('avis', 'msf1', 'miaf'), 'still'],
    ['a still AVIF', heif('avif', 'mif1', 'miaf'), null],
    ['a still HEIC', heif('heic', 'mif1'), null],
    ['a whole JPEG', createFile(jpegHead, scan, '\xff\xd9'), null],
    ['a JPEG without its end', createFile(jpegHead, scan), 'cut'],
    ['a small JPEG without its end', createFile(jpegHead, Buffer.alloc(900, 1)), 'cut'],
    [
      'a JPEG with a video after its end',
      createFile(jpegHead, scan, '\xff\xd9ftyp', Buffer.alloc(300_000, 0xff)),
      null,
    ],
    ['an empty file', createFile(''), null],
  ])('returns the right note (`still`, `cut` or null) for %s', async (_, file, note) => {
    expect(await detectFileNote(file)).toBe(note)
  })
})
