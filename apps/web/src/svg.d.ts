declare module '*.svg?path' {
  /** Path data of the drawing, made by `tools/svg-path.ts`. */
  const path: string
  export default path
}
