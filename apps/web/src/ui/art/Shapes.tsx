/** A drawing in many colours as data: `import cat from '@pawtrait/stage/art/cat.svg?shapes'`. */
export type DrawnShapes = readonly (readonly ['path' | 'circle' | 'ellipse', Record<string, string>])[]

/** The shapes of a drawing, as a part of an SVG in the page. */
export function Shapes({ of }: { of: DrawnShapes }) {
  return of.map(([Tag, attributes], at) => <Tag key={at} {...attributes} />)
}
