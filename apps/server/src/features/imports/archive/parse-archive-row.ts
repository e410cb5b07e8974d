import * as v from 'valibot'

/** Parses a row up to its first fault: 60,000 faults fit in 128 KB and would block the event loop for seconds. */
export const parseArchiveRow = <Row extends v.GenericSchema>(row: Row, value: unknown) =>
  v.safeParse(row, value, { abortEarly: true })
