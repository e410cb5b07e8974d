import { readFileSync } from 'node:fs'
import type { Species } from '@pawtrait/contract/pets/pets.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { FACE_HEIGHT, type Framing, pickFraming } from './framings.ts'
import { drawLightOverlays, drawShading, type LightName, lightStyles, pickLight } from './light.ts'
import { drawUnderwater } from './outdoor-scenes.ts'
import { createSeededRandom, type Random } from './random.ts'
import { allScenePlaces, type ScenePlace, scenePlaces } from './scene-places.ts'

const art = new URL('../../packages/stage/art/', import.meta.url)

/** An animal to draw: the name of its drawing, such as `dog`, and its colour. Reptiles are tortoises or lizards. */
export type AnimalToDraw = { drawing: string; coat: number }

const drawings: Record<Exclude<Species, 'other'>, string> = {
  dog: 'dog',
  cat: 'cat',
  rabbit: 'rabbit',
  bird: 'bird',
  'small-and-furry': 'small',
  reptile: 'tortoise',
  fish: 'fish',
  horse: 'horse',
}

/** Returns the name of the drawing for a species. For `other` it is `reptile`, a lizard. */
export const findDrawing = (species: Species): string => (species === 'other' ? 'reptile' : drawings[species])

// Colour variants of a drawing: rotation of the hue in degrees, and factors for saturation and lightness. A rotated hue
// hardly changes white, black and eyes.
const coats = [
  { hue: 0, saturation: 1, lightness: 1 },
  { hue: 12, saturation: 0.35, lightness: 0.72 },
  { hue: -8, saturation: 0.9, lightness: 1.14 },
  { hue: 18, saturation: 0.55, lightness: 1.22 },
  { hue: -14, saturation: 0.8, lightness: 0.82 },
]

type Size = { width: number; height: number }

// Intermediate images are not compressed, because compression would only take time.
const quick = { compressionLevel: 0 } as const

// Image sizes in pixels: portrait, square and landscape formats of phones and cameras.
const formats: readonly Size[] = [
  { width: 1280, height: 1600 },
  { width: 1200, height: 1600 },
  { width: 1080, height: 1620 },
  { width: 1280, height: 1280 },
  { width: 1620, height: 1080 },
  { width: 1600, height: 1200 },
  { width: 1760, height: 990 },
]

export type Scene = { jpeg: Buffer; words: string }

type PictureStyle = { from: 'left' | 'right'; light: LightName; size: Size; shot: Framing }

/**
 * Draws animals at a place as a JPEG of camera size. The same number always returns the same picture.
 * @param places allowed places; default: any.
 */
export async function drawScene(
  number: number,
  sitters: readonly AnimalToDraw[],
  places: readonly ScenePlace[] = allScenePlaces,
): Promise<Scene> {
  const dice = createSeededRandom(number * 7919 + 13)
  const isWet = sitters.some(({ drawing }) => drawing === 'fish')
  const place = dice.pick(places)
  const size = dice.pick(formats)
  const shot = pickFraming(dice, { size, place: isWet ? 'water' : place, isAlone: sitters.length === 1 })
  const light = isWet ? 'noon' : pickLight(place, dice)
  const style: PictureStyle = { from: dice.pick(['left', 'right']), light, size, shot }
  const { behind, before, words } = (isWet ? drawUnderwater : scenePlaces[place])(size.width, size.height, dice)
  return { jpeg: await takePicture(style, sitters, { behind, before }, dice), words: describe(words, light) }
}

/** Draws a pet's portrait: a close-up in front of a plain backdrop. */
export async function drawPortrait(number: number, sitter: AnimalToDraw): Promise<Scene> {
  const dice = createSeededRandom(number * 6101 + 7)
  const size = { width: 1280, height: 1280 }
  const shot: Framing = {
    across: 0.86,
    x: 0.5,
    face: 0.46,
    turn: 0,
    depth: 0,
    ledge: false,
    lies: false,
    mirrored: dice.next() < 0.5,
  }
  const { behind, before, words } = scenePlaces.studio(size.width, size.height, dice)
  const style: PictureStyle = { from: 'left', light: 'overcast', size, shot }
  return { jpeg: await takePicture(style, [sitter], { behind, before }, dice), words }
}

const describe = (words: string, light: LightName) => [words, lightStyles[light].words].filter(Boolean).join(' ')

async function takePicture(
  style: PictureStyle,
  sitters: readonly AnimalToDraw[],
  { behind, before }: { behind: string; before: string },
  dice: Random,
): Promise<Buffer> {
  const { width } = style.size
  const blurred = (inner: string, sigma: number) => drawBlurred(style.size, inner, sigma)
  const { depth, ledge } = style.shot
  const seated = await Promise.all(sitters.map((sitter, at) => placeAnimal(sitter, at, sitters.length, style)))
  const ground = ledge ? [{ input: await blurred(drawForeground(style, dice), width / 130) }] : []
  return sharp(await blurred(behind, depth * width))
    .composite([
      ...seated.flat(),
      { input: await blurred(before, depth * width * 0.6) },
      ...ground,
      ...drawLightOverlays(style.light, style.from, style.size),
    ])
    .flatten()
    .jpeg({ quality: 88 })
    .toBuffer()
}

// Draws blurred parts at a quarter of the size and enlarges them. The result looks the same, for a tenth of the CPU
// time.
const COARSE = 4

async function drawBlurred({ width, height }: Size, inner: string, sigma: number): Promise<Buffer> {
  const isSoft = sigma > COARSE
  const [wide, tall] = isSoft ? [Math.ceil(width / COARSE), Math.ceil(height / COARSE)] : [width, height]
  const box = `viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"`
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}" ${box}>${inner}</svg>`,
  )
  const drawn = sharp(svg)
  if (!isSoft) return (sigma > 0.3 ? drawn.blur(sigma) : drawn).png(quick).toBuffer()
  const soft = await drawn
    .blur(sigma / COARSE)
    .png(quick)
    .toBuffer()
  return sharp(soft).resize(width, height, { fit: 'fill' }).png(quick).toBuffer()
}

/** Draws a blurred foreground, such as a wall or grass, that hides the lower edge of the animal. */
function drawForeground({ size: { width, height }, shot }: PictureStyle, dice: Random) {
  const fill = dice.pick(['#4A5A3C', '#6B4F3A', '#8C7A66', '#3E4A55', '#A8643F'])
  const top = height * shot.face + widthOfSingleAnimal({ width, height }, shot) * 0.42
  return `<path d="M-40 ${top}q${width * 0.3} ${-30 - dice.next() * 60} ${width * 0.55} 0t${width} 10V${height + 40}H-40Z" fill="${fill}"/>`
}

/** Draws one animal with its shadow, at its position in the shot. */
async function placeAnimal(
  sitter: AnimalToDraw,
  at: number,
  count: number,
  style: PictureStyle,
): Promise<OverlayOptions[]> {
  const { size, shot, from } = style
  const widthInGroup = Math.min((size.width / count) * 1.05, size.height * 0.7)
  const width = Math.round(count > 1 ? widthInGroup : widthOfSingleAnimal(size, shot))
  const image = await paint(sitter, width, style)
  const { width: wide, height: tall } = await sharp(image).metadata()
  const { left, top } = computeCorner(style, { at, count, wide, tall })
  const shadow = await drawShadow(image, { width: wide, height: tall }, width / 36)
  const away = (from === 'left' ? 1 : -1) * width * 0.05
  const parts = [within(size, shadow, left + away, top + width * 0.04), within(size, image, left, top)]
  return (await Promise.all(parts)).filter((part) => part !== null)
}

async function drawShadow(image: Buffer, { width, height }: Size, sigma: number): Promise<Buffer> {
  const small = sharp(image)
    .resize(Math.ceil(width / COARSE))
    .linear([0, 0, 0, 0.4], [0, 0, 0, 0])
  const soft = await small
    .blur(Math.max(1, sigma / COARSE))
    .png(quick)
    .toBuffer()
  return sharp(soft).resize(width, height, { fit: 'fill' }).png(quick).toBuffer()
}

const widthOfSingleAnimal = ({ width, height }: Size, { across }: Framing) => Math.min(width, height * 1.2) * across

type Box = { at: number; count: number; wide: number; tall: number }

/**
 * Returns the top left corner of an animal's drawing. The lower edge of the drawing must be outside the picture or
 * hidden.
 */
function computeCorner({ size, shot }: PictureStyle, { at, count, wide, tall }: Box) {
  if (count > 1) return { left: (size.width * (at + 0.5)) / count - wide / 2, top: size.height - tall }
  const face = size.height * shot.face
  if (shot.lies) return { left: shot.turn > 0 ? -0.1 * wide : size.width - 0.9 * wide, top: face - tall / 2 }
  const top = face - tall * FACE_HEIGHT
  return { left: size.width * shot.x - wide / 2, top: shot.ledge ? top : Math.max(top, size.height - tall * 0.94) }
}

/** Renders the drawing of an animal with its colour, rotation and light. */
async function paint(
  { drawing, coat }: AnimalToDraw,
  width: number,
  { shot, from, light }: PictureStyle,
): Promise<Buffer> {
  const svg = readFileSync(new URL(`${drawing}.svg`, art))
  const { hue, saturation, lightness } = (drawing === 'fish' ? coats[0] : coats[coat % coats.length]) ?? {
    hue: 0,
    saturation: 1,
    lightness: 1,
  }
  const plain = await sharp(svg, { density: 72 * (width / 200) })
    .resize({ width })
    .modulate({ hue, saturation, brightness: lightness * lightStyles[light].brightness })
    .flop(shot.mirrored)
    .png(quick)
    .toBuffer()
  const height = Math.round(width * 1.2)
  const lit = await sharp(plain)
    .resize({ width, height, fit: 'fill' })
    .composite([{ input: drawShading(from, { width, height }), blend: 'atop' }])
    .png(quick)
    .toBuffer()
  return sharp(lit).rotate(shot.turn, { background: '#00000000' }).png(quick).toBuffer()
}

/** Crops an overlay to the picture. Returns null when the overlay is outside the picture. */
async function within(size: Size, input: Buffer, left: number, top: number): Promise<OverlayOptions | null> {
  const { width, height } = await sharp(input).metadata()
  const [x, y] = [Math.round(left), Math.round(top)]
  const [cutX, cutY] = [Math.max(0, -x), Math.max(0, -y)]
  const [wide, tall] = [Math.min(width, size.width - x) - cutX, Math.min(height, size.height - y) - cutY]
  if (wide < 1 || tall < 1) return null
  const part = await sharp(input).extract({ left: cutX, top: cutY, width: wide, height: tall }).png(quick).toBuffer()
  return { input: part, left: Math.max(0, x), top: Math.max(0, y) }
}
