import type { StoryTextColour } from '@pawtrait/contract/story-stage.ts'

/** Colours of a text. `ground` is the colour of the box behind it. Text without a box has letters with an `outline`. */
export type TextPalette = { ink: string; ground?: string; outline?: string }

/** Text colours. The contrast to box or outline is at least 7:1, so that text is readable on any photo. */
export const storyTextPalette: Record<StoryTextColour, TextPalette> = {
  white: { ink: '#ffffff', outline: '#0e1613' },
  black: { ink: '#0e1613', outline: '#ffffff' },
  paper: { ink: '#16231f', ground: '#ffffff' },
  night: { ink: '#ffffff', ground: '#0e1613' },
  brass: { ink: '#3b2500', ground: '#f1d59b' },
  spruce: { ink: '#ffffff', ground: '#14594c' },
  rose: { ink: '#4a0f18', ground: '#f7c1be' },
}
