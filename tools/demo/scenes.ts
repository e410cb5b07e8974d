import { readFileSync } from 'node:fs'
import type { Species } from '@pawtrait/contract/pets.ts'
import sharp from 'sharp'
import { type Random, random } from './random.ts'
import { settings, underwater } from './settings.ts'

const art = new URL('../../packages/stage/art/', import.meta.url)

/** Who can sit for a picture; reptiles sit as tortoise or lizard by their drawing. */
export type Sitter = { drawing: string; coat: number }

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

/** The drawing of a species; `other` borrows the lizard. */
export const drawingOf = (species: Species): string => (species === 'other' ? 'reptile' : drawings[species])

// Turning the hues of a drawing makes another coat; white, black and eyes hardly change.
const coats = [
  { hue: 0, saturation: 1, lightness: 1 },
  { hue: 12, saturation: 0.35, lightness: 0.72 },
  { hue: -8, saturation: 0.9, lightness: 1.14 },
  { hue: 18, saturation: 0.55, lightness: 1.22 },
  { hue: -14, saturation: 0.8, lightness: 0.82 },
]

const shapes = [
  { width: 1600, height: 2000 },
  { width: 1600, height: 1600 },
  { width: 1920, height: 1280 },
] as const

async function sitterImage({ drawing, coat }: Sitter, width: number): Promise<Buffer> {
  const svg = readFileSync(new URL(`${drawing}.svg`, art))
  const look = coats[coat % coats.length] ?? coats[0]
  const image = sharp(svg, { density: 72 * (width / 200) }).resize({ width })
  return drawing === 'fish' || !look
    ? image.png().toBuffer()
    : image.modulate({ hue: look.hue, saturation: look.saturation, brightness: look.lightness }).png().toBuffer()
}

export type Scene = { jpeg: Buffer; words: string }

/** Draws one picture: sitters in a place, as a JPEG of camera-like size. The same number gives the same picture. */
export async function drawScene(number: number, sitters: readonly Sitter[]): Promise<Scene> {
  const dice = random(number * 7919 + 13)
  const { width, height } = dice.pick(shapes)
  const wet = sitters.some(({ drawing }) => drawing === 'fish')
  const { behind, before, words } = (wet ? underwater : placeOf(number))(width, height, dice)
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`)
  const seated = await Promise.all(
    sitters.map((sitter, at) => seat(sitter, at, sitters.length, { width, height }, dice)),
  )
  const jpeg = await sharp(svg(behind))
    .composite([...seated, { input: svg(before) }])
    .jpeg({ quality: 88 })
    .toBuffer()
  return { jpeg, words }
}

async function seat(sitter: Sitter, at: number, count: number, size: { width: number; height: number }, dice: Random) {
  const most = Math.min(size.width / count, size.height * 0.72)
  const width = Math.round(most * (count > 1 ? 0.92 : 0.78 + dice.next() * 0.2))
  const image = await sitterImage(sitter, width)
  const tall = Math.round(width * 1.2)
  const middle = count > 1 ? (size.width * (at + 0.5)) / count : size.width * (0.42 + dice.next() * 0.16)
  const visible = Math.min(tall, size.height - 40)
  const cut = await sharp(image).extract({ left: 0, top: 0, width, height: visible }).toBuffer()
  return { input: cut, left: Math.max(0, Math.round(middle - width / 2)), top: size.height - visible }
}

function placeOf(number: number) {
  const place = settings[number % settings.length]
  if (!place) throw new Error('there are no places')
  return place
}
