import type { PetId } from './ids.ts'

// These values are not in stories.ts, because the schemas there would make the browser load valibot.

/** Typefaces of story text: a heavy serif, the sans serif of the app, and handwriting. */
export const storyTypefaces = ['serif', 'sans', 'hand'] as const
export type StoryTypeface = (typeof storyTypefaces)[number]

/**
 * Colours of story text. White text has a black outline. Black text has a white outline. Other colours have a box
 * behind the text.
 */
export const storyTextColours = ['white', 'black', 'paper', 'night', 'brass', 'spruce', 'rose'] as const
export type StoryTextColour = (typeof storyTextColours)[number]

/**
 * Story text with its centre at `x`, `y`. `x` and the font size are fractions of the stage's width. `y` is a fraction
 * of its height.
 */
export type StoryText = { x: number; y: number; ink: StoryTextColour; face: StoryTypeface; size: number }

/**
 * Placement of the photo: its centre and its width, as fractions of the stage. A width of 2 is twice the stage's width.
 */
export type StoryPhotoPlacement = { x: number; y: number; width: number }

/** Name plate of a pet in the story. Its centre is at `x`, `y`. */
export type StoryNamePlate = { x: number; y: number; pet: PetId }

/** Layout of a story on a 9:16 stage. `text` is the layout of the caption. */
export type StoryComposition = { text: StoryText | null; photo: StoryPhotoPlacement; plate: StoryNamePlate | null }

/** Limits of the font size, and the step by which it changes. All are fractions of the stage's width. */
export const storyTextSizeLimits = { least: 0.05, usual: 0.09, most: 0.17, step: 0.01 } as const
export const storyPhotoWidthLimits = { least: 0.25, most: 12 } as const
/** Maximum absolute value of `x` and `y` of a photo. `computePhotoBox` keeps a part of the photo visible. */
export const maxPhotoOffset = 12
