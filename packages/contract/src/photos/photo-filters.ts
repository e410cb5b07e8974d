// Only the names of the filters: most code does not need their colour transforms, which are elsewhere.

/** Largest straightening angle, in degrees each way. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
