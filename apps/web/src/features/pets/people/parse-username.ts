/** Returns a typed username without @. */
export const parseUsername = (typed: string) => typed.trim().replace(/^@/, '')
