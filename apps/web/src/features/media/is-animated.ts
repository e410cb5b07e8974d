const ANIMATION_FLAG = 0x02 // of a VP8X header; RFC 9649 §2.7

/** Whether the server will keep a still of this file: a GIF, or a WebP that says it moves. */
export async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  if (file.type !== 'image/webp') return false
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer())
  const chunk = String.fromCharCode(...head.slice(12, 16))
  return chunk === 'VP8X' && ((head[20] ?? 0) & ANIMATION_FLAG) !== 0
}
