import { findLineNumber } from './source-files.ts'

/** An SQL statement of a migration on one line, without comments, quotes and the content of literals. */
export type Statement = { line: number; text: string }

const blank = (found: string) => found.replaceAll(/[^\n]/g, ' ')
const literals = /--> statement-breakpoint|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g

/** Splits a migration into statements. Removes function bodies (`$$…$$`) and the content of string literals (`'…'`). */
export function splitStatements(sql: string): Statement[] {
  const plain = sql.replaceAll(literals, (found) =>
    found.startsWith('--> ') ? `;${' '.repeat(found.length - 1)}` : blank(found),
  )
  const statements: Statement[] = []
  for (const { 0: text, index } of plain.matchAll(/[^;]+/g)) {
    const words = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()
    const from = index + text.length - text.trimStart().length
    if (words)
      statements.push({ line: findLineNumber(plain, from), text: words.toLowerCase().replaceAll('public.', '') })
  }
  return statements
}

/** Splits a text at commas outside parentheses. */
export function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
    depth += Number(letter === '(') - Number(letter === ')')
  }
  return parts.map((part) => part.trim())
}
