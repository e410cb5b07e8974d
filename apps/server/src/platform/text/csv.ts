const isFormula = (value: string) => /^[=+\-@\t\r]/.test(value) && !/^-\d+(\.\d+)?$/.test(value)

/** Quotes a cell (RFC 4180). Puts an apostrophe before text that a spreadsheet would run as a formula. */
const quoteCell = (value: string) => `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`

export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('')
