/** Shapes on the stage, back to front. Numbers are stage pixels. */
export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; radius: number; fill: string }
  /** `at`: position and scale of the path on the stage. */
  | { kind: 'path'; d: string; fill: string; stroke?: { colour: string; width: number }; at?: Placement }
  /** An emoji, drawn in its own colours. */
  | { kind: 'emoji'; emoji: string; x: number; y: number; size: number }
  /** `picture`: key of an image that the renderer has. `clip`: path that crops it, in the same coordinates. */
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
