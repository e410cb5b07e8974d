// Separate from photo-adjustments.ts, because most code does not need the colour transforms there.

/** Largest straightening angle, in degrees each way. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
