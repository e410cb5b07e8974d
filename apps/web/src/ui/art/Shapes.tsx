/** Multicoloured drawing as data, imported like this: `import cat from '@pawtrait/stage/art/cat.svg?shapes'`. */
export type DrawnShapes = readonly (readonly ['path' | 'circle' | 'ellipse', Record<string, string>])[]

/** Shapes of a drawing, inside an SVG. */
export function Shapes({ of }: { of: DrawnShapes }) {
  return of.map(([Tag, attributes], at) => <Tag key={at} {...attributes} />)
}
