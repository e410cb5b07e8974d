/**
 * What one table knows of a person. Each feature lists its tables in `owned-data.ts`. Their one reader is the test
 * `owned-data.test.ts`, which compares the lists with the database's catalogue: a column that names a person and stands
 * in none of them fails. The app itself does not read them: erasing is what the foreign keys do when a user's row is
 * deleted.
 */
export type OwnedTable = {
  table: string
  /** The columns that name a person. */
  columns: readonly string[]
  /** What an export of a person may give of it: the names of columns, or nothing and why. */
  export: readonly string[] | { nothing: string }
  /**
   * What becomes of it when the user is deleted: the database deletes the row with the user (`row`) or forgets who
   * it was (`name`); `runs-out`: no reference, the row goes by itself within the time told by `why`.
   */
  erase: 'row' | 'name' | 'runs-out'
  why?: string
}
