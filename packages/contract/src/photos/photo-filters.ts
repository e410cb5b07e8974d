// Apart from what they do: whoever shows photos needs the names at most.

/** The most a photo is turned to bring its horizon level, in degrees each way. */
export const MOST_STRAIGHTENED = 15

export const filters = ['vivid', 'warm', 'cool', 'bright', 'faded', 'mono'] as const
export type Filter = (typeof filters)[number]
