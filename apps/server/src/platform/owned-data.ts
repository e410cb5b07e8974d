/**
 * What one table knows of a person. Each feature lists its tables in `owned-data.ts`; the test `owned-data.test.ts`
 * compares the lists with the database's catalogue. Export and erasure are made from them.
 */
export type OwnedTable = {
  table: string
  /** The columns that name a person. */
  columns: readonly string[]
  /** What a person gets of it: the names of columns, or nothing and why. */
  export: readonly string[] | { nothing: string }
  /**
   * What becomes of it when the person is erased: the database deletes the row with the user (`row`) or forgets who
   * it was (`name`); `runs-out`: no reference, the row goes by itself within the time told by `why`.
   */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}
