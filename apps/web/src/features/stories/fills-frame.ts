// Largest aspect ratio (width / height) that fills the frame. Cropping a wider photo would hide too much of it.
const WIDEST_FILLED = 0.85

/** Returns whether a photo of this shape fills the frame, rather than being shown whole. */
export const fillsFrame = (width: number, height: number) => width / height <= WIDEST_FILLED
