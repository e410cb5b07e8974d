/** What is drawn on the stage, the hindmost first. Numbers are pixels of the stage. */
export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; radius: number; fill: string }
  /** `at`: where the origin of the path stands, and how large its unit is. */
  | { kind: 'path'; d: string; fill: string; stroke?: { colour: string; width: number }; at?: At }
  /** A picture in its own colours. */
  | { kind: 'emoji'; emoji: string; x: number; y: number; size: number }
  /** `picture` as whoever draws it knows it, cut to `clip`, which is a path in the same units. */
  | { kind: 'picture'; picture: string; x: number; y: number; width: number; height: number; clip: string; at: At }

export type At = { x: number; y: number; scale: number }
