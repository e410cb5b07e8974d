/** Returns the visible difference of two sRGB colours (CIE76 ΔE). Below 3 it is hardly noticeable. */
export function computeColourDifference(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

function lab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const c = value / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  // XYZ values relative to the D65 white point.
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
