/** Returns a typed username without spaces around it and without a leading @. */
export const parseUsername = (typed: string) => typed.trim().replace(/^@/, '')
