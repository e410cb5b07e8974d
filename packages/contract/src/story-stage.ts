import type { PetId } from './ids.ts'

// Not in stories.ts beside the schemas: the browser can load these values without loading valibot.

/** Typefaces of story text: a heavy serif, the app's sans serif, and handwriting. */
export const storyTypefaces = ['serif', 'sans', 'hand'] as const
export type StoryTypeface = (typeof storyTypefaces)[number]

/** Colours of story text. White has a black outline, black a white one. Other colours have a box behind the text. */
export const storyTextColours = ['white', 'black', 'paper', 'night', 'brass', 'spruce', 'rose'] as const
export type StoryTextColour = (typeof storyTextColours)[number]

/** Story text centred at `x`, `y`. `x` and the font size `size` are shares of the stage's width, `y` of its height. */
export type StoryText = { x: number; y: number; ink: StoryTextColour; face: StoryTypeface; size: number }

/** Position of the photo's centre, and `width`, as fractions of the stage. A width of 2 is twice the stage's width. */
export type StoryPhotoPlacement = { x: number; y: number; width: number }

/** Name plate of a pet in the story, centred at `x`, `y`. */
export type StoryNamePlate = { x: number; y: number; pet: PetId }

/** Layout of a story on its 9:16 stage. The caption is the text on it. */
export type StoryComposition = { text: StoryText | null; photo: StoryPhotoPlacement; plate: StoryNamePlate | null }

/** Limits of the font size, and the step by which it changes; fractions of the stage's width. */
export const storyTextSize = { least: 0.05, usual: 0.09, most: 0.17, step: 0.01 } as const
export const storyPhotoWidth = { least: 0.25, most: 12 } as const
/** Maximum of the photo's `x` and `y`. The function `photoBox` keeps a part of the photo visible. */
export const maxPhotoOffset = 12
