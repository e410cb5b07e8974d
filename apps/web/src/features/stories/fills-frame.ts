// Largest aspect ratio (width / height) that fills the frame. Cropping a wider photo would hide too much of it.
const WIDEST_FILLED = 0.85

/** Returns whether a photo of this shape is cropped to fill the frame. Other photos are shown uncropped. */
export const fillsFrame = (width: number, height: number) => width / height <= WIDEST_FILLED
