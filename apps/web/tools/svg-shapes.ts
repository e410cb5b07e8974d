import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const QUERY = '?shapes'

type Shape = [tag: string, attributes: Record<string, string>]

const inScript = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * The shapes of a drawing in many colours, in order, each with its attributes as React takes them.
 * @throws Error when the file draws nothing, or something else than plain shapes.
 */
export function shapesOf(svg: string): Shape[] {
  const inside = svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
  const shapes = [...inside.matchAll(/<(\w+)\s([^>]*?)\/?>/g)].map(([, tag = '', attributes = '']): Shape => {
    if (!/^(path|circle|ellipse)$/.test(tag)) throw new Error(`A drawing of plain shapes has no <${tag}>`)
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      inScript(name),
      value,
    ])
    return [tag, Object.fromEntries(pairs) as Record<string, string>]
  })
  if (shapes.length === 0) throw new Error('An SVG without shapes')
  return shapes
}

/**
 * `import cat from '…/cat.svg?shapes'` gives a drawing as data for `Shapes`: it comes with what draws it, where a file
 * would be one more thing to fetch, and missing without a network. Our policy refuses markup from text.
 */
export function svgShapes(): Plugin {
  return {
    name: 'svg-shapes',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.svg${QUERY}`)) return null
      const svg = await readFile(id.slice(0, -QUERY.length), 'utf8')
      return { code: `export default ${JSON.stringify(shapesOf(svg))}`, moduleType: 'js' }
    },
  }
}
