// Wider photos would lose too much by cropping: they are shown whole, over a blurred copy.
const WIDEST_FILLED = 0.85

/** Returns whether a photo of this shape fills the frame, rather than being shown whole. */
export const fillsFrame = (width: number, height: number) => width / height <= WIDEST_FILLED
