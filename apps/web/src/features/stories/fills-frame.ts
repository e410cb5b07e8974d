// Wider ones would lose too much of themselves: they stand whole, on their own blur.
const WIDEST_FILLED = 0.85

/** Whether a photo of this shape fills the frame, or stands whole in it. */
export const fillsFrame = (width: number, height: number) => width / height <= WIDEST_FILLED
