import type { PetId } from './ids.ts'

// Apart from the schemas, which the browser does without.

/** Typefaces for words on a story: a serif with weight, the face of the app, and handwriting. */
export const storyFaces = ['serif', 'sans', 'hand'] as const
export type StoryFace = (typeof storyFaces)[number]

/** Colours for words on a story. The first two wear an outline of the other, the rest stand on a plate. */
export const storyInks = ['white', 'black', 'paper', 'night', 'brass', 'spruce', 'rose'] as const
export type StoryInk = (typeof storyInks)[number]

/** Words whose middle stands at `x`, `y`; `size` of their em. In shares of the stage's width, `y` of its height. */
export type StoryText = { x: number; y: number; ink: StoryInk; face: StoryFace; size: number }

/** The photo, its middle at `x`, `y` of the stage and as wide as so many stages. */
export type PhotoPlace = { x: number; y: number; width: number }

/** The name plate of a pet that the story shows, with its middle there. */
export type StoryPlate = { x: number; y: number; pet: PetId }

/** How a story stands on its stage, 9 by 16. The words are its caption. */
export type StoryComposition = { text: StoryText | null; photo: PhotoPlace; plate: StoryPlate | null }

/** How large words may be, and the step between two sizes. */
export const textSize = { least: 0.05, usual: 0.09, most: 0.17, step: 0.01 } as const
/** How wide the photo may be. */
export const photoWidth = { least: 0.25, most: 12 } as const
/** How far its middle may stand from the stage's corner; what is seen of it is kept on the stage all the same. */
export const farthest = 12
