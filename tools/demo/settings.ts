import type { Random } from './random.ts'

/** A place to sit in, as flat cut paper: everything behind the animal, and what lies before it. */
export type Setting = { behind: string; before: string; words: string }

type Draw = (w: number, h: number, random: Random) => Setting

const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`

const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}" opacity="${opacity}"/>`

const ellipse = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

const hill = (w: number, h: number, y: number, bulge: number, fill: string) =>
  `<path d="M0 ${y}Q${w / 2} ${y - bulge} ${w} ${y}V${h}H0Z" fill="${fill}"/>`

const flower = (x: number, y: number, r: number, petal: string) =>
  times(5, (at) => {
    const angle = (at * 2 * Math.PI) / 5
    return circle(x + Math.cos(angle) * r, y + Math.sin(angle) * r, r * 0.72, petal)
  }) + circle(x, y, r * 0.6, '#F5B73C')

const tree = (x: number, y: number, s: number, leaf: string) =>
  rect(x - 14 * s, y - 20 * s, 28 * s, 220 * s, '#7C4A25', 8) +
  circle(x, y - 120 * s, 150 * s, leaf) +
  circle(x - 100 * s, y - 40 * s, 105 * s, leaf) +
  circle(x + 105 * s, y - 50 * s, 110 * s, leaf)

const park: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#BFE3E6') +
    circle(w * r.next(), h * 0.16, w * 0.09, '#FFF3DC') +
    hill(w, h, h * 0.62, 120, '#A9CF8E') +
    times(4, (at) =>
      tree(w * (0.06 + at * 0.31), h * 0.5, 0.7 + r.next() * 0.5, r.pick(['#5E9A58', '#7DB06A', '#4C8750'])),
    ) +
    hill(w, h, h * 0.74, 70, '#86B968'),
  before: times(16, () =>
    flower(w * r.next(), h * (0.9 + r.next() * 0.1), 9 + r.next() * 9, r.pick(['#F7C1BE', '#FFFFFF', '#DCC2E2'])),
  ),
  words: 'on the grass in a park',
})

const beach: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, r.pick(['#FFD9A8', '#BEE0F0'])) +
    circle(w * 0.74, h * 0.24, w * 0.1, '#FFB454') +
    rect(0, h * 0.42, w, h * 0.3, '#3E93A8') +
    times(
      5,
      (at) =>
        `<path d="M0 ${h * (0.47 + at * 0.05)}q${w / 8} -22 ${w / 4} 0t${w / 4} 0t${w / 4} 0t${w / 4} 0" fill="none" stroke="#79BCC8" stroke-width="9"/>`,
    ) +
    hill(w, h, h * 0.7, 60, '#F0D3A0'),
  before: times(9, () =>
    circle(w * r.next(), h * (0.88 + r.next() * 0.12), 7 + r.next() * 16, r.pick(['#D9B57E', '#FFF3DC', '#C98F5B'])),
  ),
  words: 'on a beach',
})

const sofa: Draw = (w, h, r) => {
  const cloth = r.pick(['#C24A51', '#566FC6', '#1C7F7A', '#B86F00'])
  return {
    behind:
      rect(0, 0, w, h, r.pick(['#EADFD6', '#DCE6DF', '#E8DDEC'])) +
      rect(w * 0.1, h * 0.08, w * 0.26, h * 0.24, '#FFF8EE', 10) +
      rect(w * 0.13, h * 0.11, w * 0.2, h * 0.18, r.pick(['#A8DCD7', '#F7C1BE', '#FFD479']), 6) +
      rect(w * 0.04, h * 0.42, w * 0.92, h * 0.5, cloth, 70) +
      rect(w * 0.5 - 6, h * 0.46, 12, h * 0.34, '#00000022'),
    before: rect(-20, h * 0.86, w + 40, h * 0.2, cloth, 60) + rect(-20, h * 0.86, w + 40, 26, '#ffffff22', 13),
    words: 'on a sofa',
  }
}

const window: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#F3E7D8') +
    rect(w * 0.12, h * 0.06, w * 0.76, h * 0.7, '#FFFFFF', 12) +
    rect(w * 0.15, h * 0.08, w * 0.7, h * 0.66, r.pick(['#AEDCEB', '#F7CFA5', '#9FB4DE'])) +
    circle(w * 0.3, h * 0.22, w * 0.06, '#FFF3DC') +
    times(3, (at) =>
      rect(w * (0.2 + at * 0.22), h * (0.5 - at * 0.06), w * 0.16, h * 0.3, r.pick(['#C98F5B', '#B0602F', '#8D6E63'])),
    ) +
    rect(w * 0.49, h * 0.08, w * 0.02, h * 0.66, '#FFFFFF') +
    rect(w * 0.15, h * 0.4, w * 0.7, h * 0.014, '#FFFFFF') +
    `<path d="M0 0h${w * 0.16}q30 ${h * 0.4} -${w * 0.08} ${h * 0.8}H0ZM${w} 0h-${w * 0.16}q-30 ${h * 0.4} ${w * 0.08} ${h * 0.8}H${w}Z" fill="${r.pick(['#DCC2E2', '#CBDAA6', '#F7C1BE'])}"/>`,
  before: rect(0, h * 0.9, w, h * 0.1, '#FFFFFF') + rect(0, h * 0.9, w, 14, '#E5DBD7'),
  words: 'at a window',
})

const forest: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#D7E4C4') +
    times(9, (at) =>
      rect(w * (at / 9) + r.next() * 40, 0, 26 + r.next() * 40, h, r.pick(['#8C6A4B', '#A67F59', '#6E5239'])),
    ) +
    hill(w, h, h * 0.72, 80, '#5C7F45') +
    times(14, () =>
      circle(w * r.next(), h * r.next() * 0.5, 30 + r.next() * 70, r.pick(['#7FA35E', '#9BBB74', '#5E8A4C']), 0.55),
    ),
  before: times(
    10,
    (at) =>
      `<path d="M${w * (at / 9)} ${h}q-30 -150 30 -190q-4 90 50 190Z" fill="${r.pick(['#3F6B3A', '#54843F', '#6E9A4E'])}"/>`,
  ),
  words: 'among trees',
})

const kitchen: Draw = (w, h, r) => {
  const tile = r.pick(['#A8DCD7', '#F7E0A8', '#BECBF3'])
  return {
    behind:
      rect(0, 0, w, h, '#FBF6EF') +
      times(48, (at) =>
        rect(
          (at % 8) * (w / 8) + 5,
          Math.floor(at / 8) * (h / 12) + 5,
          w / 8 - 10,
          h / 12 - 10,
          at % 3 ? tile : '#FFFFFF',
          8,
        ),
      ) +
      rect(0, h * 0.5, w, h * 0.06, '#B0602F') +
      rect(0, h * 0.56, w, h * 0.44, '#E8D9C5') +
      rect(w * 0.66, h * 0.36, w * 0.2, h * 0.14, '#C24A51', 20) +
      rect(w * 0.7, h * 0.3, w * 0.12, h * 0.06, '#8F2F37', 14),
    before:
      ellipse(w * 0.8, h * 0.95, w * 0.13, h * 0.035, '#566FC6') +
      ellipse(w * 0.8, h * 0.94, w * 0.1, h * 0.02, '#B86F00'),
    words: 'in a kitchen',
  }
}

const night: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#1D2A4A') +
    times(60, () => circle(w * r.next(), h * r.next() * 0.6, 2 + r.next() * 4, '#FFF3DC', 0.4 + r.next() * 0.6)) +
    circle(w * 0.72, h * 0.2, w * 0.11, '#FFE9B8') +
    circle(w * 0.68, h * 0.18, w * 0.1, '#1D2A4A') +
    hill(w, h, h * 0.72, 90, '#22406A') +
    times(
      7,
      (at) =>
        rect(w * (at / 7) + 10, h * (0.58 + r.next() * 0.1), w / 9, h * 0.3, '#152038') +
        rect(w * (at / 7) + 40, h * 0.7, 26, 34, '#FFB454', 4),
    ),
  before: hill(w, h, h * 0.93, 40, '#0F1830'),
  words: 'under the moon',
})

const snow: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#D5E3EE') +
    times(
      6,
      (at) =>
        `<path d="M${w * (at / 5)} ${h * 0.3}l-${w * 0.1} ${h * 0.4}h${w * 0.2}Z" fill="${r.pick(['#4F7F78', '#5F938A', '#3F6B66'])}"/>`,
    ) +
    hill(w, h, h * 0.66, 60, '#FFFFFF'),
  before: times(40, () => circle(w * r.next(), h * r.next(), 4 + r.next() * 8, '#FFFFFF', 0.9)),
  words: 'in the snow',
})

const studio: Draw = (w, h, r) => {
  const [wall, floor] = r.pick([
    ['#FFD479', '#F2B738'],
    ['#CBDAA6', '#A9BF78'],
    ['#BECBF3', '#94A8E4'],
    ['#F7C1BE', '#E99C98'],
    ['#A8DCD7', '#7CC2BB'],
  ] as const)
  return {
    behind:
      rect(0, 0, w, h, wall) +
      circle(w / 2, h * 0.55, w * 0.42, '#FFFFFF', 0.25) +
      rect(0, h * 0.82, w, h * 0.18, floor),
    before: '',
    words: 'in front of a plain backdrop',
  }
}

const garden: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, '#CFE8EE') +
    times(9, (at) => rect(w * (at / 9) + 6, h * 0.34, w / 9 - 12, h * 0.5, '#FFFFFF', 20)) +
    rect(0, h * 0.46, w, 26, '#F1EDE6') +
    hill(w, h, h * 0.76, 40, '#7FB069'),
  before: times(26, () =>
    flower(
      w * r.next(),
      h * (0.84 + r.next() * 0.16),
      10 + r.next() * 14,
      r.pick(['#E2566A', '#FFD479', '#965BA6', '#FFFFFF']),
    ),
  ),
  words: 'in front of a garden fence',
})

/** Where fish sit; nobody else does. */
export const underwater: Draw = (w, h, r) => ({
  behind:
    rect(0, 0, w, h, r.pick(['#2F7F95', '#3B6FA8', '#2B8C86'])) +
    times(5, (at) => hill(w, h, h * (0.12 + at * 0.1), 30, '#FFFFFF14')) +
    times(6, (at) =>
      weed(
        w * (0.05 + at * 0.18 + r.next() * 0.05),
        h,
        h * (0.3 + r.next() * 0.3),
        r.pick(['#4C8750', '#7DB06A', '#B0602F']),
      ),
    ) +
    times(18, () => circle(w * r.next(), h * r.next() * 0.9, 5 + r.next() * 16, '#FFFFFF', 0.35)),
  before:
    hill(w, h, h * 0.9, 40, '#E0C48F') +
    times(12, () => circle(w * r.next(), h * (0.92 + r.next() * 0.08), 8 + r.next() * 18, '#B99562')),
  words: 'among the weeds',
})

const weed = (x: number, floor: number, tall: number, fill: string) =>
  `<path d="M${x} ${floor}q-60 -${tall * 0.5} 0 -${tall}q70 ${tall * 0.5} 34 ${tall}Z" fill="${fill}"/>`

/** Ten places. */
export const settings: readonly Draw[] = [park, beach, sofa, window, forest, kitchen, night, snow, studio, garden]
