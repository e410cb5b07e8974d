import * as v from 'valibot'

/**
 * Parses a row of an archive, up to its first fault. A row of 128 KB can have 60,000 faults, and finding them all would
 * block the event loop for seconds per row.
 */
export const parseArchiveRow = <Row extends v.GenericSchema>(row: Row, value: unknown) =>
  v.safeParse(row, value, { abortEarly: true })
