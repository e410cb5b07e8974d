import sitter from './sitter.svg'

/** The small dog seen from behind, looking up. `scale` 1 is 120 x 164 units. */
export function Sitter({ x, y, scale }: { x: number; y: number; scale: number }) {
  const at = { x: x - 3 * scale, y: y - 2 * scale, width: 120 * scale, height: 164 * scale }
  return <image href={sitter} {...at} />
}
