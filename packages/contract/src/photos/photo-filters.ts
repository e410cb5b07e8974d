// Separate from their effects: most code that shows photos needs at most the names.

/** Largest straightening angle, in degrees each way. */
export const MAX_STRAIGHTEN_DEGREES = 15

export const photoFilters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type PhotoFilter = (typeof photoFilters)[number]
