/** RFC 4180. What a spreadsheet would run as a formula is kept text by an apostrophe before it. */
const cell = (value: string) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** A table as a spreadsheet reads it, the first row its heads. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
