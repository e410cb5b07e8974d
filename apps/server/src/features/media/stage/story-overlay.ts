import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { drawStage, requiredTypefaces, type StageOverlay } from '@pawtrait/stage/draw-stage.ts'
import { pawToesOutline } from '@pawtrait/stage/paw.ts'
import type { Shape } from '@pawtrait/stage/shapes.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import { parseTypeface, type Typeface } from '@pawtrait/stage/typeface.ts'
import { findEmojiDrawing } from './emoji-drawings.ts'
import type { PhotoStage, StoredNamePlate } from './photo-stage.ts'

const ours = (file: string) => readFile(fileURLToPath(import.meta.resolve(`@pawtrait/stage/${file}`)), 'utf8')

const faces = new Map<StoryTypeface, Promise<Typeface>>()

/** Returns a typeface for stories. Caches it after the first read, unless the read fails. */
export function loadStoryTypeface(name: StoryTypeface): Promise<Typeface> {
  const known = faces.get(name)
  if (known) return known
  const read = ours(`letters/${name}.letters`).then(parseTypeface)
  faces.set(name, read)
  read.catch(() => faces.delete(name))
  return read
}

const art = (name: string) => ours(`art/${name}.svg`)

const outlineOf = (svg: string) => [...svg.matchAll(/\sd="([^"]+)"/g)].map(([, d]) => d).join('')

const drawingOf = (kind: StoredNamePlate['kind']) => (kind === 'small-and-furry' ? 'small' : kind)

const dataAddress = (type: string, bytes: Buffer | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** `portrait`: path of the portrait's file. If undefined, the drawing of the species is used. */
async function platedPet({ kind, name, backdrop }: StoredNamePlate, portrait: string | undefined) {
  const paw = pawToesOutline() + outlineOf(await art('paw-pad'))
  const ears = kind === 'other' ? '' : outlineOf(await art(`ears-${drawingOf(kind)}`))
  if (portrait) {
    const address = dataAddress('image/jpeg', await readFile(portrait))
    return { name, backdrop, ears, paw, picture: { of: 'photo', name: address } } as const
  }
  if (kind === 'other') return { name, backdrop, ears, paw, picture: null } as const
  const address = dataAddress('image/svg+xml', await art(drawingOf(kind)))
  return { name, backdrop, ears, paw, picture: { of: 'kind', name: address } } as const
}

const placed = (at: { x: number; y: number; scale: number } | undefined) =>
  at ? ` transform="translate(${at.x} ${at.y}) scale(${at.scale})"` : ''

// The markup needs no escaping: texts are outlines already, and all URLs are data URLs of the app's own files.
function markupOf(shape: Shape, number: number): string {
  if (shape.kind === 'box') {
    const { x, y, width, height, radius, fill } = shape
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
  }
  if (shape.kind === 'path') {
    const { d, fill, stroke, at } = shape
    const line = stroke ? ` stroke="${stroke.colour}" stroke-width="${stroke.width}" stroke-linejoin="round"` : ''
    return `<path d="${d}" fill="${fill}"${line}${placed(at)}/>`
  }
  if (shape.kind === 'emoji') {
    const { emoji, x, y, size } = shape
    const drawing = findEmojiDrawing(emoji)
    if (!drawing) return ''
    return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${drawing.viewBox}">${drawing.body}</svg>`
  }
  const { x, y, width, height, clip, at, picture } = shape
  const part = `<clipPath id="clip${number}"><path d="${clip}"/></clipPath>`
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`
  return `<g${placed(at)}>${part}<image href="${picture}" ${box} clip-path="url(#clip${number})"/></g>`
}

/** Returns text and name plate of a story as an SVG document of the stage's size; null if the story has neither. */
export async function drawStoryOverlay(
  { text, plate, words }: PhotoStage,
  portrait: string | undefined,
): Promise<string | null> {
  const put: StageOverlay = {
    text: text && { ...text, words },
    plate: plate && { x: plate.x, y: plate.y, pet: await platedPet(plate, portrait) },
  }
  if (!put.text && !put.plate) return null
  const names = requiredTypefaces(put)
  const read = new Map(await Promise.all(names.map(async (name) => [name, await loadStoryTypeface(name)] as const)))
  const faceNamed = (name: StoryTypeface) => {
    const face = read.get(name)
    if (!face) throw new Error(`the face ${name} was not read`)
    return face
  }
  const { width, height } = stageSize
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const shapes = drawStage(put, faceNamed).map(markupOf)
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.join('')}</svg>`
}
