/** A username as somebody types it, with or without @. */
export const nameIn = (typed: string) => typed.trim().replace(/^@/, '')
