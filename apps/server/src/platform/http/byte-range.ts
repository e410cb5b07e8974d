export type RangeFromStart = { from: number; to?: number | undefined }

/** A byte range: it starts at a given byte, or it is the last bytes of the file. */
export type ByteRange = RangeFromStart | { last: number }

/** Positions of the first and the last byte, counted from 0. */
export type ResolvedRange = { from: number; to: number }

/** Parses a `Range` header. Returns undefined if the header is not supported. The server then sends the whole file. */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header ?? '') ?? []
  if (from === undefined) return to === undefined ? undefined : { last: Number(to) }
  return { from: Number(from), to: to === undefined ? undefined : Number(to) }
}

export const formatRange = ({ from, to }: RangeFromStart) => `bytes=${from}-${to ?? ''}`

/** Returns the bytes that a range selects, or undefined if it selects none. */
export function resolveRange(range: ByteRange, sizeBytes: number): ResolvedRange | undefined {
  const from = 'last' in range ? Math.max(0, sizeBytes - range.last) : range.from
  const to = 'last' in range ? sizeBytes - 1 : Math.min(range.to ?? sizeBytes - 1, sizeBytes - 1)
  return from <= to ? { from, to } : undefined
}

export function parseContentRange(header: string | undefined): { part: ResolvedRange; sizeBytes: number } | undefined {
  const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? []
  return size === undefined ? undefined : { part: { from: Number(from), to: Number(to) }, sizeBytes: Number(size) }
}
