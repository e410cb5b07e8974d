/** Runs work for each item, eight at a time. @throws the first error, after the running work has ended */
export async function forEachParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const failures: unknown[] = []
  const worker = async () => {
    try {
      for (let next = await iterator.next(); !next.done && failures.length === 0; next = await iterator.next())
        await work(next.value)
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  if (failures.length > 0) throw failures[0]
}
