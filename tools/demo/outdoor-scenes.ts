import {
  circleSvg,
  type DrawScene,
  ellipseSvg,
  flowerSvg,
  hillSvg,
  rectSvg,
  repeatShape,
  treeSvg,
  weedSvg,
} from './svg-shapes.ts'

export const drawPark: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#BFE3E6') +
    circleSvg(w * r.next(), h * 0.16, w * 0.09, '#FFF3DC') +
    hillSvg(w, h, h * 0.62, 120, '#A9CF8E') +
    repeatShape(4, (at) =>
      treeSvg(w * (0.06 + at * 0.31), h * 0.5, 0.7 + r.next() * 0.5, r.pick(['#5E9A58', '#7DB06A', '#4C8750'])),
    ) +
    hillSvg(w, h, h * 0.74, 70, '#86B968'),
  before: repeatShape(16, () =>
    flowerSvg(w * r.next(), h * (0.9 + r.next() * 0.1), 9 + r.next() * 9, r.pick(['#F7C1BE', '#FFFFFF', '#DCC2E2'])),
  ),
  words: 'on the grass in a park',
})

export const drawBeach: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, r.pick(['#FFD9A8', '#BEE0F0'])) +
    circleSvg(w * 0.74, h * 0.24, w * 0.1, '#FFB454') +
    rectSvg(0, h * 0.42, w, h * 0.3, '#3E93A8') +
    repeatShape(
      5,
      (at) =>
        `<path d="M0 ${h * (0.47 + at * 0.05)}q${w / 8} -22 ${w / 4} 0t${w / 4} 0t${w / 4} 0t${w / 4} 0" fill="none" stroke="#79BCC8" stroke-width="9"/>`,
    ) +
    hillSvg(w, h, h * 0.7, 60, '#F0D3A0'),
  before: repeatShape(9, () =>
    circleSvg(w * r.next(), h * (0.88 + r.next() * 0.12), 7 + r.next() * 16, r.pick(['#D9B57E', '#FFF3DC', '#C98F5B'])),
  ),
  words: 'on a beach',
})

export const drawForest: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#D7E4C4') +
    repeatShape(9, (at) =>
      rectSvg(w * (at / 9) + r.next() * 40, 0, 26 + r.next() * 40, h, r.pick(['#8C6A4B', '#A67F59', '#6E5239'])),
    ) +
    hillSvg(w, h, h * 0.72, 80, '#5C7F45') +
    repeatShape(14, () =>
      circleSvg(w * r.next(), h * r.next() * 0.5, 30 + r.next() * 70, r.pick(['#7FA35E', '#9BBB74', '#5E8A4C']), 0.55),
    ),
  before: repeatShape(
    10,
    (at) =>
      `<path d="M${w * (at / 9)} ${h}q-30 -150 30 -190q-4 90 50 190Z" fill="${r.pick(['#3F6B3A', '#54843F', '#6E9A4E'])}"/>`,
  ),
  words: 'among trees',
})

export const drawNight: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#1D2A4A') +
    repeatShape(60, () =>
      circleSvg(w * r.next(), h * r.next() * 0.6, 2 + r.next() * 4, '#FFF3DC', 0.4 + r.next() * 0.6),
    ) +
    circleSvg(w * 0.72, h * 0.2, w * 0.11, '#FFE9B8') +
    circleSvg(w * 0.68, h * 0.18, w * 0.1, '#1D2A4A') +
    hillSvg(w, h, h * 0.72, 90, '#22406A') +
    repeatShape(
      7,
      (at) =>
        rectSvg(w * (at / 7) + 10, h * (0.58 + r.next() * 0.1), w / 9, h * 0.3, '#152038') +
        rectSvg(w * (at / 7) + 40, h * 0.7, 26, 34, '#FFB454', 4),
    ),
  before: hillSvg(w, h, h * 0.93, 40, '#0F1830'),
  words: 'under the moon',
})

export const drawSnow: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#D5E3EE') +
    repeatShape(
      6,
      (at) =>
        `<path d="M${w * (at / 5)} ${h * 0.3}l-${w * 0.1} ${h * 0.4}h${w * 0.2}Z" fill="${r.pick(['#4F7F78', '#5F938A', '#3F6B66'])}"/>`,
    ) +
    hillSvg(w, h, h * 0.66, 60, '#FFFFFF'),
  before: repeatShape(40, () => circleSvg(w * r.next(), h * r.next(), 4 + r.next() * 8, '#FFFFFF', 0.9)),
  words: 'in the snow',
})

export const drawGarden: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, '#CFE8EE') +
    repeatShape(9, (at) => rectSvg(w * (at / 9) + 6, h * 0.34, w / 9 - 12, h * 0.5, '#FFFFFF', 20)) +
    rectSvg(0, h * 0.46, w, 26, '#F1EDE6') +
    hillSvg(w, h, h * 0.76, 40, '#7FB069'),
  before: repeatShape(26, () =>
    flowerSvg(
      w * r.next(),
      h * (0.84 + r.next() * 0.16),
      10 + r.next() * 14,
      r.pick(['#E2566A', '#FFD479', '#965BA6', '#FFFFFF']),
    ),
  ),
  words: 'in front of a garden fence',
})

/** Draws an underwater scene, for fish only. */
export const drawUnderwater: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, r.pick(['#2F7F95', '#3B6FA8', '#2B8C86'])) +
    repeatShape(5, (at) => hillSvg(w, h, h * (0.12 + at * 0.1), 30, '#FFFFFF14')) +
    repeatShape(6, (at) =>
      weedSvg(
        w * (0.05 + at * 0.18 + r.next() * 0.05),
        h,
        h * (0.3 + r.next() * 0.3),
        r.pick(['#4C8750', '#7DB06A', '#B0602F']),
      ),
    ) +
    repeatShape(18, () => circleSvg(w * r.next(), h * r.next() * 0.9, 5 + r.next() * 16, '#FFFFFF', 0.35)),
  before:
    hillSvg(w, h, h * 0.9, 40, '#E0C48F') +
    repeatShape(12, () => circleSvg(w * r.next(), h * (0.92 + r.next() * 0.08), 8 + r.next() * 18, '#B99562')),
  words: 'among the weeds',
})

/** Draws dry grass, a flat-topped tree and a low sun. */
export const drawSavannah: DrawScene = (w, h, r) => {
  const x = w * (0.15 + r.next() * 0.7)
  return {
    behind:
      rectSvg(0, 0, w, h, r.pick(['#F6C98B', '#F3DDB0', '#E9A66B'])) +
      circleSvg(w * r.next(), h * 0.4, w * 0.08, '#FFF3DC') +
      hillSvg(w, h, h * 0.56, 40, '#B98B4E') +
      rectSvg(x - 9, h * 0.38, 18, h * 0.22, '#5B3A1E') +
      ellipseSvg(x, h * 0.36, w * 0.17, h * 0.035, '#6B7B3A') +
      ellipseSvg(x + w * 0.07, h * 0.33, w * 0.1, h * 0.025, '#7F8E46') +
      hillSvg(w, h, h * 0.68, 50, '#D8AC63'),
    before: repeatShape(34, () =>
      grass(w * r.next(), h, h * (0.06 + r.next() * 0.12), r.pick(['#C4934A', '#E0BA74', '#9E7536'])),
    ),
    words: 'in the dry grass',
  }
}

const grass = (x: number, floor: number, tall: number, fill: string) =>
  `<path d="M${x - 7} ${floor}q4 -${tall * 0.6} 12 -${tall}q0 ${tall * 0.5} 6 ${tall}Z" fill="${fill}"/>`

/** Draws a red road between tea fields. */
export const drawHills: DrawScene = (w, h, r) => ({
  behind:
    rectSvg(0, 0, w, h, r.pick(['#C9E3EA', '#E3E8EA', '#F4D9B8'])) +
    hillSvg(w, h, h * 0.42, 160, '#8FB58A') +
    hillSvg(w, h, h * 0.52, 90, '#6FA063') +
    repeatShape(
      7,
      (at) =>
        `<path d="M0 ${h * (0.58 + at * 0.06)}q${w / 2} -${60 + at * 14} ${w} 0" fill="none" stroke="#4F8447" stroke-width="${16 + at * 7}"/>`,
    ) +
    `<path d="M${w * 0.44} ${h * 0.5}q${w * 0.1} ${h * 0.2} -${w * 0.24} ${h * 0.5}h${w * 0.6}q-${w * 0.2} -${h * 0.3} -${w * 0.3} -${h * 0.5}Z" fill="#B5653A"/>`,
  before: repeatShape(12, () => circleSvg(w * r.next(), h * (0.95 + r.next() * 0.05), 8 + r.next() * 14, '#9A5230')),
  words: 'on a red road',
})
