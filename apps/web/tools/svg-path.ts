import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const QUERY = '?path'

/** Converts an SVG circle to path data. */
function circlePath(element: string): string {
  const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(new RegExp(`\\s${name}="([^"]+)"`).exec(element)?.[1]))
  if (x === undefined || y === undefined || r === undefined || Number.isNaN(x + y + r)) {
    throw new Error(`A circle without centre or radius: ${element}`)
  }
  return `M${+(x - r).toFixed(2)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

/**
 * Returns the outline of an SVG: the path data of all its `path` and `circle` elements, in order.
 * @throws Error if there is no path data, or a circle has no centre or radius.
 */
export function parseOutline(svg: string): string {
  const shapes = svg.match(/<(path|circle)\s[^>]*>/g) ?? []
  const data = shapes.map((shape) =>
    shape.startsWith('<circle') ? circlePath(shape) : (/\sd="([^"]+)"/.exec(shape)?.[1] ?? ''),
  )
  if (data.join('') === '') throw new Error('An SVG without path or circle')
  return data.join('')
}

/**
 * Vite plugin: `import heart from '…/heart.svg?path'` returns the outline of a one-colour drawing. Each icon is its own
 * module, so that a page loads only the icons it shows.
 */
export function svgPathPlugin(): Plugin {
  return {
    name: 'svg-path',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`.svg${QUERY}`)) return null
      const svg = await readFile(id.slice(0, -QUERY.length), 'utf8')
      return { code: `export default ${JSON.stringify(parseOutline(svg))}`, moduleType: 'js' }
    },
  }
}
