/** The stage of a story, in pixels of its largest rendering: all that is drawn on it is told in these. */
export const stage = { width: 1080, height: 1920 } as const

/** Left and top edge of something on the stage, and how large it is. */
export type Box = { x: number; y: number; width: number; height: number }

// What lies over a story while it is watched, at the top and the foot, covers nothing that was put there.
const clear: Box = { x: 40, y: 200, width: 1000, height: 1540 }

/** How large something may be that is put on the stage. */
export const largest = { width: clear.width, height: clear.height } as const

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/** Where something of this size stands whose middle is asked for at `x`, `y`: all of it on the clear part. */
export function standing(at: { x: number; y: number }, size: { width: number; height: number }): Box {
  const x = within(at.x * stage.width - size.width / 2, clear.x, clear.x + clear.width - size.width)
  const y = within(at.y * stage.height - size.height / 2, clear.y, clear.y + clear.height - size.height)
  return { x, y, ...size }
}

/** The same as shares: where its middle is. */
export const middleOf = ({ x, y, width, height }: Box) => ({
  x: (x + width / 2) / stage.width,
  y: (y + height / 2) / stage.height,
})
