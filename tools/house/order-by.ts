import { findLineNumber, isTest, type Offence, type SourceFile } from './source-files.ts'

// In `order by`, a plain name means the output column, not the table's column. So `select id::text … order by id` sorts
// numbers as text and cannot use the index on `id`.

const orderBy = /\border\s+by\s+(?<list>[^`;)]*?)(?=\blimit\b|\boffset\b|\bfor\s+(?:update|share|no)|[)`;]|$)/gi
const bareName = /^"?(?<name>[a-z_]\w*)"?(?:\s+(?:asc|desc|nulls)\b.*)?$/is
const alias = /^(?<expression>.*?)\s+(?:as\s+)?"?(?<name>\w+)"?$/is
const cast = /^(?:"?\w+"?\.)?"?(?<name>\w+)"?::/s
const columnOf = /^(?:"?\w+"?\.)?"?(?<name>\w+)"?$/s

/** Returns the names of all columns in the project's tables, such as `created_at` for `text('created_at')`. */
export const findColumnNames = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ path }) => /(?:^|\/)(?:[a-z-]+-)?tables\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/:\s*\w+\(\s*'(\w+)'/g)].map(([, name = '']) => name)),
  )

/** Finds each `order by` of a computed output column that has the same name as a column of a table. */
export function findOrderByOffences({ path, text }: SourceFile, columns: ReadonlySet<string>): Offence[] {
  if (!path.startsWith('apps/server/src/') || isTest(path)) return []
  return [...text.matchAll(orderBy)].flatMap(({ index, groups }) => {
    const outputs = computedOutputs(selectBefore(text, index))
    return (groups?.list ?? '')
      .split(',')
      .map((part) => bareName.exec(part.trim())?.groups?.name ?? '')
      .filter((name) => columns.has(name) && outputs.includes(name))
      .map((name) => ({
        path,
        line: findLineNumber(text, index),
        rule: `\`order by ${name}\` sorts by the computed output column: qualify the name or repeat the expression.`,
      }))
  })
}

/**
 * Returns the SQL before `end`, back to the start of the template or to the enclosing parenthesis. Leaves out nested
 * parentheses.
 */
function selectBefore(text: string, end: number): string {
  let flat = ''
  let depth = 0
  for (let at = end - 1; at >= 0 && text[at] !== '`'; at--) {
    const letter = text[at] ?? ''
    if (letter === '(' && depth === 0) break
    if (letter === '(') depth--
    if (depth === 0) flat = letter + flat
    if (letter === ')') depth++
  }
  return flat
}

/**
 * Returns the computed output columns. Returns none for a union, because a union can only be sorted by output columns.
 */
function computedOutputs(flat: string): string[] {
  if (/\b(?:union|intersect|except)\b/i.test(flat)) return []
  const list = /\bselect\s+(?:distinct\s+)?(.*?)(?:\bfrom\b|$)/is.exec(
    flat.slice(flat.search(/\bselect\b(?!.*\bselect\b)/is)),
  )
  return (list?.[1] ?? '').split(',').flatMap((part) => {
    const output = part.trim()
    if (columnOf.test(output)) return []
    const named = alias.exec(output)?.groups
    if (named && columnOf.exec(named.expression ?? '')?.groups?.name === named.name) return []
    return named?.name ?? cast.exec(output)?.groups?.name ?? []
  })
}
