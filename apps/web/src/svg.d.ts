declare module '*.svg?path' {
  /** Path data of the drawing, made by `tools/svg-path.ts`. */
  const path: string
  export default path
}

declare module '*.svg?shapes' {
  import type { DrawnShapes } from '#ui/art/Shapes.tsx'

  /** Shapes of the drawing, made by `tools/svg-shapes.ts`. */
  const shapes: DrawnShapes
  export default shapes
}
