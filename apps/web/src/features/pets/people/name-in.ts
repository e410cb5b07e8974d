/** Returns a typed username without @. */
export const nameIn = (typed: string) => typed.trim().replace(/^@/, '')
