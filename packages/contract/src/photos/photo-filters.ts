// This file has only the names of the filters. Most code does not need the colour transforms in photo-adjustments.ts.

/** Largest straightening angle, in degrees each way. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
