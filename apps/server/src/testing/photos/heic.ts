import { readFile } from 'node:fs/promises'

// An HEVC picture of 512 by 512 pixels, as its `hvcC` box and its data in base64. It is a tile of immich-IMG_2682.heic
// from immich-app/test-assets (public domain).
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

/** Returns a box of ISO/IEC 14496-12, with length, name and content. */
export function isoBox(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const fullBox = (type: string, version: number, ...content: Buffer[]) => isoBox(type, u32(version << 24), ...content)

type Index = { hvcC: Buffer; dataAt: number; dataLength: number; colour?: Buffer; isTransparent?: boolean }

/**
 * Returns the `meta` box of a HEIC file with one image. If `isTransparent`, adds an alpha item with the same bytes as
 * the image.
 */
function buildIndex({ hvcC, dataAt, dataLength, colour, isTransparent = false }: Index): Buffer {
  const handler = fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13))
  const ids = isTransparent ? [1, 2] : [1]
  const item = (id: number) => fullBox('infe', 2, u16(id), u16(0), Buffer.from('hvc1\0', 'latin1'))
  const items = fullBox('iinf', 0, u16(ids.length), ...ids.map(item))
  const size = fullBox('ispe', 0, u32(SIDE), u32(SIDE))
  const alpha = fullBox('auxC', 0, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0', 'latin1'))
  const properties = [hvcC, size, alpha, ...(colour ? [colour] : [])]
  // Indexes of the properties, from 1. The highest bit marks an essential property.
  const propertyIndexes = (id: number) => [0x81, 2, ...(id === 2 ? [3] : []), ...(colour && id === 1 ? [4] : [])]
  const formatAssociation = (id: number) =>
    Buffer.concat([u16(id), Buffer.from([propertyIndexes(id).length, ...propertyIndexes(id)])])
  const associations = fullBox('ipma', 0, u32(ids.length), ...ids.map(formatAssociation))
  const formatLocation = (id: number) => Buffer.concat([u16(id), u16(0), u16(0), u16(1), u32(dataAt), u32(dataLength)])
  const locations = fullBox('iloc', 1, Buffer.from([0x44, 0]), u16(ids.length), ...ids.map(formatLocation))
  const references = isTransparent ? [fullBox('iref', 0, isoBox('auxl', u16(2), u16(1), u16(1)))] : []
  const itemProperties = isoBox('iprp', isoBox('ipco', ...properties), associations)
  return fullBox('meta', 0, handler, fullBox('pitm', 0, u16(1)), items, ...references, itemProperties, locations)
}

type Picture = Pick<Index, 'colour' | 'isTransparent'> & { padding?: number }

/**
 * Returns a HEIC of 512 by 512 pixels with its index at the end, as from Samsung phones. `padding` is the number of
 * zero bytes before the picture. `colour` is the `colr` box.
 */
export async function heicWithIndexLast({ padding = 0, ...picture }: Picture): Promise<Buffer> {
  const tile = JSON.parse(await readFile(tileFile, 'utf8')) as { hvcC: string; data: string }
  const [hvcC, data] = [Buffer.from(tile.hvcC, 'base64'), Buffer.from(tile.data, 'base64')]
  const start = isoBox('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const index = buildIndex({ hvcC, dataAt: start.length + 8 + padding, dataLength: data.length, ...picture })
  return Buffer.concat([start, isoBox('mdat', Buffer.alloc(padding), data), index])
}

/** Returns a `colr` box with these code points of ITU-T H.273. */
export const nclxColourBox = (primaries: number, transfer = 13): Buffer =>
  isoBox('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(6), Buffer.from([128]))
