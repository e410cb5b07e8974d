// The names are separate from the effects of the filters, because most code needs only the names.

/** Largest straightening angle, in degrees each way. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
