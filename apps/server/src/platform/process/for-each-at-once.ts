/** Does the work for each, eight at once. @throws the first error, when the work under way has ended */
export async function forEachAtOnce<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]()
  const failures: unknown[] = []
  const worker = async () => {
    try {
      for (let next = await left.next(); !next.done && failures.length === 0; next = await left.next())
        await work(next.value)
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  if (failures.length > 0) throw failures[0]
}
