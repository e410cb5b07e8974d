import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { StoryTypeface } from '@pawtrait/contract/story-stage.ts'
import { drawStage, findRequiredTypefaces, type StageOverlay } from '@pawtrait/stage/draw-stage.ts'
import { pawToesOutline } from '@pawtrait/stage/paw.ts'
import type { Shape } from '@pawtrait/stage/shapes.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import { parseTypeface, type Typeface } from '@pawtrait/stage/typeface.ts'
import { findEmojiDrawing } from './emoji-drawings.ts'
import type { PhotoStage, StoredNamePlate } from './photo-stage.ts'

const readStageFile = (file: string) => readFile(fileURLToPath(import.meta.resolve(`@pawtrait/stage/${file}`)), 'utf8')

const typefaces = new Map<StoryTypeface, Promise<Typeface>>()

/** Returns a typeface for stories. Caches it after the first read, unless the read fails. */
export function loadStoryTypeface(name: StoryTypeface): Promise<Typeface> {
  const cached = typefaces.get(name)
  if (cached) return cached
  const loading = readStageFile(`letters/${name}.letters`).then(parseTypeface)
  typefaces.set(name, loading)
  loading.catch(() => typefaces.delete(name))
  return loading
}

const readArt = (name: string) => readStageFile(`art/${name}.svg`)

const extractOutline = (svg: string) => [...svg.matchAll(/\sd="([^"]+)"/g)].map(([, d]) => d).join('')

const getDrawingName = (kind: StoredNamePlate['kind']) => (kind === 'small-and-furry' ? 'small' : kind)

const toDataUrl = (type: string, bytes: Buffer | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** `portrait`: path of the portrait's file. If undefined, the drawing of the species is used. */
async function createPlatePet({ kind, name, backdrop }: StoredNamePlate, portrait: string | undefined) {
  const paw = pawToesOutline() + extractOutline(await readArt('paw-pad'))
  const ears = kind === 'other' ? '' : extractOutline(await readArt(`ears-${getDrawingName(kind)}`))
  if (portrait) {
    const url = toDataUrl('image/jpeg', await readFile(portrait))
    return { name, backdrop, ears, paw, picture: { of: 'photo', name: url } } as const
  }
  if (kind === 'other') return { name, backdrop, ears, paw, picture: null } as const
  const url = toDataUrl('image/svg+xml', await readArt(getDrawingName(kind)))
  return { name, backdrop, ears, paw, picture: { of: 'kind', name: url } } as const
}

const formatTransform = (at: { x: number; y: number; scale: number } | undefined) =>
  at ? ` transform="translate(${at.x} ${at.y}) scale(${at.scale})"` : ''

// The markup needs no escaping: texts are outlines already, and all URLs are data URLs of the app's own files.
function renderShape(shape: Shape, number: number): string {
  if (shape.kind === 'box') {
    const { x, y, width, height, radius, fill } = shape
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
  }
  if (shape.kind === 'path') {
    const { d, fill, stroke, at } = shape
    const strokeAttributes = stroke
      ? ` stroke="${stroke.colour}" stroke-width="${stroke.width}" stroke-linejoin="round"`
      : ''
    return `<path d="${d}" fill="${fill}"${strokeAttributes}${formatTransform(at)}/>`
  }
  if (shape.kind === 'emoji') {
    const { emoji, x, y, size } = shape
    const drawing = findEmojiDrawing(emoji)
    if (!drawing) return ''
    return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${drawing.viewBox}">${drawing.body}</svg>`
  }
  const { x, y, width, height, clip, at, picture } = shape
  const clipPath = `<clipPath id="clip${number}"><path d="${clip}"/></clipPath>`
  const imageAttributes = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`
  const image = `<image href="${picture}" ${imageAttributes} clip-path="url(#clip${number})"/>`
  return `<g${formatTransform(at)}>${clipPath}${image}</g>`
}

/** Returns text and name plate of a story as an SVG document of the story's size; null if the story has neither. */
export async function drawStoryOverlay(
  { text, plate, words }: PhotoStage,
  portrait: string | undefined,
): Promise<string | null> {
  const overlay: StageOverlay = {
    text: text && { ...text, words },
    plate: plate && { x: plate.x, y: plate.y, pet: await createPlatePet(plate, portrait) },
  }
  if (!overlay.text && !overlay.plate) return null
  const typefaceNames = findRequiredTypefaces(overlay)
  const typefacesByName = new Map(
    await Promise.all(typefaceNames.map(async (name) => [name, await loadStoryTypeface(name)] as const)),
  )
  const getTypeface = (name: StoryTypeface) => {
    const face = typefacesByName.get(name)
    if (!face) throw new Error(`the face ${name} was not read`)
    return face
  }
  const { width, height } = stageSize
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const shapes = drawStage(overlay, getTypeface).map(renderShape)
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.join('')}</svg>`
}
