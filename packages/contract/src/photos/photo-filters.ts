// Separate from photo-adjustments.ts, because most code does not need the colour transforms in that file.

/** Maximum angle for straightening, in degrees in both directions. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
