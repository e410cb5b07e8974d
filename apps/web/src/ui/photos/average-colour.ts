/**
 * Returns the average colour of a photo as `#rrggbb`. Reads it from the first three bytes of a thumbhash in base64: 6
 * bits of lightness, yellow against blue, and red against green, each.
 */
export function averageColour(placeholder: string): string {
  const [low = 0, middle = 0, high = 0] = Array.from(atob(placeholder.slice(0, 4)), (char) => char.charCodeAt(0))
  const bits = low | (middle << 8) | (high << 16)
  const [lightness = 0, yellow = 0, red = 0] = [bits, bits >> 6, bits >> 12].map((part) => (part & 63) / 63)
  const [p, q] = [yellow * 2 - 1, red * 2 - 1]
  const b = lightness - (2 / 3) * p
  const r = (3 * lightness - b + q) / 2
  const byte = (level: number) => Math.round(255 * Math.min(1, Math.max(0, level)))
  return `#${[r, r - q, b].map((level) => byte(level).toString(16).padStart(2, '0')).join('')}`
}
