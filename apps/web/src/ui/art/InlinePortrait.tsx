import bird from '@pawtrait/stage/art/bird.svg?raw'
import cat from '@pawtrait/stage/art/cat.svg?raw'
import dog from '@pawtrait/stage/art/dog.svg?raw'
import rabbit from '@pawtrait/stage/art/rabbit.svg?raw'
import small from '@pawtrait/stage/art/small.svg?raw'
import tortoise from '@pawtrait/stage/art/tortoise.svg?raw'
import letter from './letter.svg?raw'
import type { PetKind } from './portraits.ts'
import sitter from './sitting-dog.svg?raw'

const DRAWINGS: Partial<Record<PetKind, string>> = { bird, cat, dog, rabbit, tortoise, 'small-and-furry': small }

const createInnerHtml = (svg: string) => ({ __html: svg.replace(/<\/?svg[^>]*>/g, '').trim() })

/**
 * A pet portrait as inline SVG, which saves a request for a file. Only for pages without React in the browser. In the
 * browser, the content security policy forbids React to insert HTML from a string.
 */
export function InlinePortrait({ kind }: { kind: PetKind }) {
  const drawing = DRAWINGS[kind]
  if (drawing === undefined) return null
  return <g transform="translate(3 11.5) scale(.37)" dangerouslySetInnerHTML={createInnerHtml(drawing)} />
}

/** Inline version of `SittingDog`, for the same pages as `InlinePortrait`. */
export function InlineSittingDog({ x, y, scale }: { x: number; y: number; scale: number }) {
  return <g transform={`translate(${x} ${y}) scale(${scale})`} dangerouslySetInnerHTML={createInnerHtml(sitter)} />
}

/** Inline drawing of a letter, for the same pages as `InlinePortrait`. */
export function InlineLetter({ transform }: { transform: string }) {
  return <g transform={transform} dangerouslySetInnerHTML={createInnerHtml(letter)} />
}
