/** Size of a story's stage in pixels. All drawing uses these pixels. Smaller renderings are scaled down. */
export const stageSize = { width: 1080, height: 1920 } as const

/** A rectangle on the stage: position of the top left corner, and size. */
export type Box = { x: number; y: number; width: number; height: number }

// Safe area of the stage, which the story viewer's controls at top and bottom do not cover.
const safeArea: Box = { x: 40, y: 200, width: 1000, height: 1540 }

/** Maximum size of an element on the stage, which is the size of the safe area. */
export const maxElementSize = { width: safeArea.width, height: safeArea.height } as const

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

/** Returns the box of an element, clamped to the safe area. `x` and `y` are the centre as fractions of the stage. */
export function clampToSafeArea(at: { x: number; y: number }, size: { width: number; height: number }): Box {
  const x = within(at.x * stageSize.width - size.width / 2, safeArea.x, safeArea.x + safeArea.width - size.width)
  const y = within(at.y * stageSize.height - size.height / 2, safeArea.y, safeArea.y + safeArea.height - size.height)
  return { x, y, ...size }
}

/** Returns the centre of a box as fractions of the stage. */
export const computeBoxCentre = ({ x, y, width, height }: Box) => ({
  x: (x + width / 2) / stageSize.width,
  y: (y + height / 2) / stageSize.height,
})
