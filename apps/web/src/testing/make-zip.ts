/** An entry of a ZIP that a test creates. */
export type ZipEntry = {
  path: string
  data: string | Uint8Array<ArrayBuffer>
  /** True if the entry is compressed; false by default. */
  deflate?: boolean
  /** Uncompressed size according to the central directory; the real size by default. */
  promised?: number
}

const bytesOf = (data: ZipEntry['data']) => (typeof data === 'string' ? new TextEncoder().encode(data) : data)

async function deflateData(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Encodes numbers as little-endian bytes. Each number has its own byte length. */
function record(...fields: (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let offset = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true)
    else if (bytes === 4) view.setUint32(offset, value, true)
    else view.setBigUint64(offset, BigInt(value), true)
    offset += bytes
  }
  return new Uint8Array(view.buffer)
}

/** Returns the local file header and the entry of the central directory. `at` is the offset of the local header. */
export function zipHeaders(file: {
  path: string
  size: number
  packed: number
  method: number
  at: number
  long?: boolean
}) {
  const { path, size, packed, method, at, long = false } = file
  const name = new TextEncoder().encode(path)
  const commonFields = [
    [2, 0x800],
    [2, method],
    [4, 0],
    [4, 0],
  ] as const
  const extra = long ? record([2, 1], [2, 24], [8, size], [8, packed], [8, at]) : new Uint8Array()
  const short = (value: number) => (long ? 0xffffffff : value)
  const sizes = [
    [4, short(packed)],
    [4, short(size)],
    [2, name.length],
  ] as const
  const local = record([4, 0x04034b50], [2, 20], ...commonFields, ...sizes, [2, 0])
  const listed = record(
    [4, 0x02014b50],
    [2, 20],
    [2, 20],
    ...commonFields,
    ...sizes,
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, short(at)],
  )
  return { local: new Blob([local, name]), listed: new Blob([listed, name, extra]) }
}

/**
 * Returns the records at the end of a ZIP. `list`: offset and size of the central directory. `long` adds the ZIP64
 * records.
 */
export function zipEndRecords(count: number, list: { at: number; size: number }, long = false): Blob {
  const { at, size } = list
  const zip64End = record(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, at],
  )
  const zip64Locator = record([4, 0x07064b50], [4, 0], [8, at + size], [4, 1])
  const short = (value: number, maximum: number) => (long ? maximum : value)
  const numbers = [
    [2, short(count, 0xffff)],
    [2, short(count, 0xffff)],
    [4, short(size, 0xffffffff)],
    [4, short(at, 0xffffffff)],
  ] as const
  const end = record([4, 0x06054b50], [2, 0], [2, 0], ...numbers, [2, 0])
  return new Blob(long ? [zip64End, zip64Locator, end] : [end])
}

/** Returns a ZIP that contains these files. */
export async function makeZip(files: readonly ZipEntry[]): Promise<Blob> {
  const parts: Blob[] = []
  const list: Blob[] = []
  let offset = 0
  for (const { path, data, deflate = false, promised } of files) {
    const bytes = bytesOf(data)
    const body = deflate ? await deflateData(bytes) : bytes
    const about = { path, size: promised ?? bytes.length, packed: body.length, method: deflate ? 8 : 0, at: offset }
    const { local, listed } = zipHeaders(about)
    parts.push(local, new Blob([body]))
    list.push(listed)
    offset += local.size + body.length
  }
  const size = list.reduce((sum, header) => sum + header.size, 0)
  return new Blob([...parts, ...list, zipEndRecords(files.length, { at: offset, size })])
}
