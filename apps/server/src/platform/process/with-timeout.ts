/** Resolves with the result, or with undefined after `ms`. Ignores a later result or error. */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), ms)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
