import { readFile } from 'node:fs/promises'

// One HEVC picture of 512 by 512: its `hvcC` box and data in base64. A tile of immich-IMG_2682.heic of
// immich-app/test-assets (public domain).
const tileFile = new URL('./heic-tile.json', import.meta.url)
const SIDE = 512

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A box of ISO/IEC 14496-12: length, name, content. */
export function isoBox(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const fullBox = (type: string, version: number, ...content: Buffer[]) => isoBox(type, u32(version << 24), ...content)

/** Index (`meta` box) of a file with one picture; its data begins at `dataAt`. */
function indexOf(hvcC: Buffer, dataAt: number, dataLength: number): Buffer {
  const handler = fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13))
  const primary = fullBox('pitm', 0, u16(1))
  const item = fullBox('infe', 2, u16(1), u16(0), Buffer.from('hvc1\0', 'latin1'))
  const items = fullBox('iinf', 0, u16(1), item)
  const size = fullBox('ispe', 0, u32(SIDE), u32(SIDE))
  const associations = fullBox('ipma', 0, u32(1), u16(1), Buffer.from([2, 0x81, 0x02]))
  const properties = isoBox('iprp', isoBox('ipco', hvcC, size), associations)
  const place = Buffer.concat([u16(1), u16(0), u16(0), u16(1), u32(dataAt), u32(dataLength)])
  const places = fullBox('iloc', 1, Buffer.from([0x44, 0]), u16(1), place)
  return fullBox('meta', 0, handler, primary, items, properties, places)
}

/**
 * A HEIC of 512 by 512 with `padding` zeros before the picture and the index at the end, as Samsung phones write it.
 */
export async function heicWithIndexLast(padding: number): Promise<Buffer> {
  const tile = JSON.parse(await readFile(tileFile, 'utf8')) as { hvcC: string; data: string }
  const [hvcC, data] = [Buffer.from(tile.hvcC, 'base64'), Buffer.from(tile.data, 'base64')]
  const start = isoBox('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const picture = isoBox('mdat', Buffer.alloc(padding), data)
  return Buffer.concat([start, picture, indexOf(hvcC, start.length + 8 + padding, data.length)])
}
