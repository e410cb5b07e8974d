import sharp, { type OverlayOptions } from 'sharp'
import type { Random } from './random.ts'

type Size = { width: number; height: number }

/** Light of a drawing, such as evening sun. */
type Light = {
  /** Text about the light for the image description. Empty for ordinary light. */
  words: string
  /** Brightness factor of the animal, which is darker when the light is behind it. */
  brightness: number
  /** Returns SVG overlays for the whole picture, with light from the left or right. */
  over: (from: 'left' | 'right') => { inner: string; blend: OverlayOptions['blend'] }[]
}

const gradient = (
  kind: 'radial' | 'linear',
  at: string,
  ...stops: [offset: number, colour: string, opacity: number][]
) =>
  `<defs><${kind}Gradient id="g" ${at}>${stops
    .map(([offset, colour, opacity]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')}</${kind}Gradient></defs><rect width="100%" height="100%" fill="url(#g)"/>`

const corner = (from: 'left' | 'right', radius: number) =>
  `cx="${from === 'left' ? 0.05 : 0.95}" cy="0.05" r="${radius}"`

const noon: Light = { words: '', brightness: 1, over: () => [] }

const golden: Light = {
  words: 'in the evening sun',
  brightness: 0.97,
  over: (from) => [
    {
      inner: gradient('radial', corner(from, 1.1), [0, '#FFB04A', 0.75], [0.6, '#FF8A3C', 0.3], [1, '#7A3B1E', 0.3]),
      blend: 'soft-light',
    },
    { inner: gradient('radial', corner(from, 0.7), [0, '#FFE6B0', 0.55], [1, '#FFE6B0', 0]), blend: 'screen' },
  ],
}

const dusk: Light = {
  words: 'at dusk',
  brightness: 0.9,
  over: () => [
    {
      inner: gradient(
        'linear',
        'x1="0" y1="0" x2="0" y2="1"',
        [0, '#5063A6', 0.55],
        [0.6, '#B98AA0', 0.35],
        [1, '#3B3558', 0.5],
      ),
      blend: 'multiply',
    },
  ],
}

const lamp: Light = {
  words: 'by the light of a lamp',
  brightness: 1,
  over: (from) => [
    {
      inner: gradient(
        'radial',
        `cx="${from === 'left' ? 0.35 : 0.65}" cy="0.4" r="0.75"`,
        [0, '#FFE3B0', 0.35],
        [0.6, '#B07844', 0.5],
        [1, '#241820', 0.8],
      ),
      blend: 'multiply',
    },
  ],
}

const backlit: Light = {
  words: 'against the light',
  brightness: 0.78,
  over: (from) => [
    {
      inner: gradient(
        'radial',
        `cx="${from === 'left' ? 0.3 : 0.7}" cy="0.18" r="0.8"`,
        [0, '#FFF6E0', 0.75],
        [0.5, '#FFE3B8', 0.2],
        [1, '#FFFFFF', 0],
      ),
      blend: 'screen',
    },
  ],
}

const overcast: Light = {
  words: '',
  brightness: 0.98,
  over: () => [
    {
      inner: gradient('linear', 'x1="0" y1="0" x2="0" y2="1"', [0, '#DCE4EA', 0.25], [1, '#8C98A0', 0.22]),
      blend: 'soft-light',
    },
  ],
}

export const lightStyles = { noon, golden, dusk, lamp, backlit, overcast } as const

export type LightName = keyof typeof lightStyles

const VIGNETTE = gradient('radial', 'cx="0.5" cy="0.46" r="0.78"', [0.55, '#000000', 0], [1, '#1A1410', 0.42])

// Renders the noise once and tiles it, because it would otherwise take most of the rendering time.
const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const
const grain = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#808080', noise } })
  .png()
  .toBuffer()

/** Returns image overlays: light from one side, dark corners (vignette), and film grain. */
export function drawLightOverlays(name: LightName, from: 'left' | 'right', { width, height }: Size): OverlayOptions[] {
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`)
  return [
    ...lightStyles[name].over(from).map(({ inner, blend }) => ({ input: svg(inner), blend })),
    { input: svg(VIGNETTE), blend: 'multiply' },
    { input: grain, tile: true, blend: 'soft-light' },
  ]
}

/** Draws an overlay that is bright on one side and dark on the other, so that flat shapes look round. */
export const drawShading = (from: 'left' | 'right', { width, height }: Size): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${gradient(
      'linear',
      from === 'left' ? 'x1="0" y1="0.2" x2="1" y2="0.8"' : 'x1="1" y1="0.2" x2="0" y2="0.8"',
      [0, '#FFF3D6', 0.3],
      [0.4, '#FFF3D6', 0],
      [0.6, '#2A1A12', 0],
      [1, '#2A1A12', 0.42],
    )}</svg>`,
  )

/** Picks a random light that is plausible at a place. */
export const pickLight = (place: string, dice: Random): LightName => {
  if (place === 'night') return 'noon'
  if (['sofa', 'kitchen', 'bed', 'studio', 'window'].includes(place))
    return dice.pick(['noon', 'lamp', 'overcast', 'backlit', 'noon'])
  return dice.pick(['golden', 'dusk', 'noon', 'overcast', 'backlit', 'golden'])
}
