const isFormula = (value: string) => /^[=+\-@\t\r]/.test(value) && !/^-\d+(\.\d+)?$/.test(value)

/** RFC 4180. What a spreadsheet would run as a formula is kept text by an apostrophe before it; a number is none. */
const cell = (value: string) => `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** A table as a spreadsheet reads it, the first row its heads. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
