import type { Random } from './random.ts'

/**
 * A scene in the style of cut paper. `behind` is SVG behind the animal, `before` is SVG in front of it, and `words`
 * describes the scene.
 */
export type PaperScene = { behind: string; before: string; words: string }

export type DrawScene = (w: number, h: number, random: Random) => PaperScene

export const repeatShape = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

export const rectSvg = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`

export const circleSvg = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}" opacity="${opacity}"/>`

export const ellipseSvg = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

export const hillSvg = (w: number, h: number, y: number, bulge: number, fill: string) =>
  `<path d="M0 ${y}Q${w / 2} ${y - bulge} ${w} ${y}V${h}H0Z" fill="${fill}"/>`

export const flowerSvg = (x: number, y: number, r: number, petal: string) =>
  repeatShape(5, (at) => {
    const angle = (at * 2 * Math.PI) / 5
    return circleSvg(x + Math.cos(angle) * r, y + Math.sin(angle) * r, r * 0.72, petal)
  }) + circleSvg(x, y, r * 0.6, '#F5B73C')

export const treeSvg = (x: number, y: number, s: number, leaf: string) =>
  rectSvg(x - 14 * s, y - 20 * s, 28 * s, 220 * s, '#7C4A25', 8) +
  circleSvg(x, y - 120 * s, 150 * s, leaf) +
  circleSvg(x - 100 * s, y - 40 * s, 105 * s, leaf) +
  circleSvg(x + 105 * s, y - 50 * s, 110 * s, leaf)

export const weedSvg = (x: number, floor: number, tall: number, fill: string) =>
  `<path d="M${x} ${floor}q-60 -${tall * 0.5} 0 -${tall}q70 ${tall * 0.5} 34 ${tall}Z" fill="${fill}"/>`
