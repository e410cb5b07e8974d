/** A shape on the stage. Numbers are stage pixels. Lists of shapes are in drawing order, back to front. */
export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; radius: number; fill: string }
  /** `at`: position and scale of the path on the stage. */
  | { kind: 'path'; d: string; fill: string; stroke?: { colour: string; width: number }; at?: Placement }
  /** An emoji, drawn in its own colours. */
  | { kind: 'emoji'; emoji: string; x: number; y: number; size: number }
  /**
   * `picture`: key of an image that the renderer has loaded. `clip`: path that crops the picture, in the same
   * coordinates.
   */
  | {
      kind: 'picture'
      picture: string
      x: number
      y: number
      width: number
      height: number
      clip: string
      at: Placement
    }

export type Placement = { x: number; y: number; scale: number }
