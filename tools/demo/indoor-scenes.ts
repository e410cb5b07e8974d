import { circleSvg, type DrawScene, ellipseSvg, rectSvg, repeatShape } from './svg-shapes.ts'

export const drawSofa: DrawScene = (w, h, r) => {
  const cloth = r.pick(['#C24A51', '#566FC6', '#1C7F7A', '#B86F00'])
  return {
    behind:
      rectSvg(0, 0, w, h, r.pick(['#EADFD6', '#DCE6DF', '#E8DDEC'])) +
      rectSvg(w * 0.1, h * 0.08, w * 0.26, h * 0.24, '#FFF8EE', 10) +
      rectSvg(w * 0.13, h * 0.11, w * 0.2, h * 0.18, r.pick(['#A8DCD7', '#F7C1BE', '#FFD479']), 6) +
      rectSvg(w * 0.04, h * 0.42, w * 0.92, h * 0.5, cloth, 70) +
      rectSvg(w * 0.5 - 6, h * 0.46, 12, h * 0.34, '#00000022'),
    before: rectSvg(-20, h * 0.86, w + 40, h * 0.2, cloth, 60) + rectSvg(-20, h * 0.86, w + 40, 26, '#ffffff22', 13),
    words: 'on a sofa',
  }
}

export const drawWindow: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#F3E7D8') +
    rectSvg(w * 0.12, h * 0.06, w * 0.76, h * 0.7, '#FFFFFF', 12) +
    rectSvg(w * 0.15, h * 0.08, w * 0.7, h * 0.66, r.pick(['#AEDCEB', '#F7CFA5', '#9FB4DE'])) +
    circleSvg(w * 0.3, h * 0.22, w * 0.06, '#FFF3DC') +
    repeatShape(3, (at) =>
      rectSvg(
        w * (0.2 + at * 0.22),
        h * (0.5 - at * 0.06),
        w * 0.16,
        h * 0.3,
        r.pick(['#C98F5B', '#B0602F', '#8D6E63']),
      ),
    ) +
    rectSvg(w * 0.49, h * 0.08, w * 0.02, h * 0.66, '#FFFFFF') +
    rectSvg(w * 0.15, h * 0.4, w * 0.7, h * 0.014, '#FFFFFF') +
    `<path d="M0 0h${w * 0.16}q30 ${h * 0.4} -${w * 0.08} ${h * 0.8}H0ZM${w} 0h-${w * 0.16}q-30 ${h * 0.4} ${w * 0.08} ${h * 0.8}H${w}Z" fill="${r.pick(['#DCC2E2', '#CBDAA6', '#F7C1BE'])}"/>`,
  before: rectSvg(0, h * 0.9, w, h * 0.1, '#FFFFFF') + rectSvg(0, h * 0.9, w, 14, '#E5DBD7'),
  words: 'at a window',
})

export const drawKitchen: DrawScene = (w, h, r) => {
  const tile = r.pick(['#A8DCD7', '#F7E0A8', '#BECBF3'])
  return {
    behind:
      rectSvg(0, 0, w, h, '#FBF6EF') +
      repeatShape(48, (at) =>
        rectSvg(
          (at % 8) * (w / 8) + 5,
          Math.floor(at / 8) * (h / 12) + 5,
          w / 8 - 10,
          h / 12 - 10,
          at % 3 ? tile : '#FFFFFF',
          8,
        ),
      ) +
      rectSvg(0, h * 0.5, w, h * 0.06, '#B0602F') +
      rectSvg(0, h * 0.56, w, h * 0.44, '#E8D9C5') +
      rectSvg(w * 0.66, h * 0.36, w * 0.2, h * 0.14, '#C24A51', 20) +
      rectSvg(w * 0.7, h * 0.3, w * 0.12, h * 0.06, '#8F2F37', 14),
    before:
      ellipseSvg(w * 0.8, h * 0.95, w * 0.13, h * 0.035, '#566FC6') +
      ellipseSvg(w * 0.8, h * 0.94, w * 0.1, h * 0.02, '#B86F00'),
    words: 'in a kitchen',
  }
}

export const drawStudio: DrawScene = (w, h, r) => {
  const [wall, floor] = r.pick([
    ['#FFD479', '#F2B738'],
    ['#CBDAA6', '#A9BF78'],
    ['#BECBF3', '#94A8E4'],
    ['#F7C1BE', '#E99C98'],
    ['#A8DCD7', '#7CC2BB'],
  ] as const)
  return {
    behind:
      rectSvg(0, 0, w, h, wall) +
      circleSvg(w / 2, h * 0.55, w * 0.42, '#FFFFFF', 0.25) +
      rectSvg(0, h * 0.82, w, h * 0.18, floor),
    before: '',
    words: 'in front of a plain backdrop',
  }
}

/** Draws a quilt, seen from above. */
export const drawBed: DrawScene = (w, h, r) => {
  const [plain, other] = r.pick([
    ['#F4EEE3', '#9DB7D9'],
    ['#F7E3D0', '#D98C6A'],
    ['#EAF0E4', '#8FB58A'],
  ] as const)
  const side = w / 5
  const rows = Math.ceil(h / side)
  return {
    behind:
      rectSvg(0, 0, w, h, plain) +
      repeatShape(5 * rows, (at) => {
        const [column, row] = [at % 5, Math.floor(at / 5)]
        const patch = (column + row) % 2 ? other : plain
        return rectSvg(column * side + 6, row * side + 6, side - 12, side - 12, patch, 18)
      }) +
      rectSvg(w * 0.08, -h * 0.12, w * 0.5, h * 0.3, '#FFFFFF', 60),
    before: `<path d="M0 ${h * 0.93}q${w / 4} -40 ${w / 2} 0t${w / 2} 0V${h}H0Z" fill="${other}"/>`,
    words: 'on the bed',
  }
}

/** Draws a step in front of an open door, with plant pots left and right. */
export const drawPorch: DrawScene = (w, h, r) => {
  const wall = r.pick(['#E9C9A8', '#C9D8D2', '#E6B9A0'])
  const pot = (x: number) =>
    repeatShape(5, (at) =>
      ellipseSvg(
        x + (at - 2) * w * 0.025,
        h * (0.56 - (at % 2) * 0.06),
        w * 0.022,
        h * 0.09,
        r.pick(['#4C8750', '#7DB06A']),
      ),
    ) + rectSvg(x - w * 0.06, h * 0.62, w * 0.12, h * 0.16, '#B0602F', 14)
  return {
    behind:
      rectSvg(0, 0, w, h, wall) +
      rectSvg(w * 0.3, h * 0.04, w * 0.4, h * 0.74, '#3B2A20', 8) +
      rectSvg(w * 0.33, h * 0.07, w * 0.34, h * 0.7, r.pick(['#F5B73C', '#5A4A3E', '#A8DCD7']), 6) +
      pot(w * 0.16) +
      pot(w * 0.85) +
      rectSvg(0, h * 0.78, w, h * 0.22, '#CFC3B6'),
    before: rectSvg(0, h * 0.94, w, h * 0.06, '#B5A797'),
    words: 'at the front door',
  }
}
