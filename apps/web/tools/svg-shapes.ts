import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const QUERY = '?shapes'

type Shape = [tag: string, attributes: Record<string, string>]

const toCamelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns the shapes of a multicoloured drawing in order, with React's attribute names.
 * @throws Error if the drawing has no shapes, or elements other than `path`, `circle` and `ellipse`.
 */
export function parseShapes(svg: string): Shape[] {
  const content = svg.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')
  const shapes = [...content.matchAll(/<(\w+)\s([^>]*?)\/?>/g)].map(([, tag = '', attributes = '']): Shape => {
    if (!/^(path|circle|ellipse)$/.test(tag)) throw new Error(`A drawing of plain shapes has no <${tag}>`)
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      toCamelCase(name),
      value,
    ])
    return [tag, Object.fromEntries(pairs) as Record<string, string>]
  })
  if (shapes.length === 0) throw new Error('An SVG without shapes')
  return shapes
}

/**
 * Vite plugin: `import cat from '…/cat.svg?shapes'` returns a drawing as data for `Shapes`. The data is part of the
 * component's code. A separate SVG file would need another request and be missing offline. In the browser, the content
 * security policy forbids HTML from a string.
 */
export function svgShapesPlugin(): Plugin {
  return {
    name: 'svg-shapes',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.svg${QUERY}`)) return null
      const svg = await readFile(id.slice(0, -QUERY.length), 'utf8')
      return { code: `export default ${JSON.stringify(parseShapes(svg))}`, moduleType: 'js' }
    },
  }
}
