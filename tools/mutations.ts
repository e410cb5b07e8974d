import { isSyntaxNode, parseSource, type SyntaxNode, walkNodes } from '../apps/web/tools/syntax-tree.ts'

/** One deliberate error in a source file. `text` replaces the characters from index `from` to `to`. */
export type Mutation = { kind: string; from: number; to: number; text: string }

const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

/** Returns all mutations of a source file, sorted by position. Each changes one statement, condition or clause. */
export const findMutations = (path: string, source: string): Mutation[] =>
  [...walkNodes(parseSource(path, source))]
    .flatMap((node) => mutationsAt(node, source))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)

function mutationsAt(node: SyntaxNode, source: string): Mutation[] {
  const { start: from, end: to } = node
  const all = (kind: string, text: string): Mutation => ({ kind, from, to, text })
  if (
    node.type === 'ExpressionStatement' &&
    isSyntaxNode(node.expression) &&
    node.expression.type === 'AwaitExpression'
  )
    return [all('an awaited statement is left out', '')]
  if (node.type === 'IfStatement' && isSyntaxNode(node.test)) return ifMutations(node, node.test, source)
  if (node.type === 'ConditionalExpression' && isSyntaxNode(node.test)) return [negated(node.test, source)]
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') return operatorMutation(node, source)
  if (
    node.type === 'TaggedTemplateExpression' &&
    isSyntaxNode(node.tag) &&
    source.slice(node.tag.start, node.tag.end) === 'sql'
  )
    return sqlMutations(node, source)
  return []
}

const negated = ({ start: from, end: to }: SyntaxNode, source: string): Mutation => ({
  kind: 'a condition is turned round',
  ...{ from, to },
  text: `!(${source.slice(from, to)})`,
})

function ifMutations(
  { start: from, end: to, consequent, alternate }: SyntaxNode,
  test: SyntaxNode,
  source: string,
): Mutation[] {
  const leaves = isSyntaxNode(consequent) && /^(Return|Throw)Statement$/.test(consequent.type) && !alternate
  return [negated(test, source), ...(leaves ? [{ kind: 'a guard is left out', from, to, text: '' }] : [])]
}

function operatorMutation({ left, right, operator }: SyntaxNode, source: string): Mutation[] {
  const other = typeof operator === 'string' ? swapped[operator] : undefined
  if (!other || !isSyntaxNode(left) || !isSyntaxNode(right)) return []
  const between = source.slice(left.end, right.start)
  const at = left.end + between.indexOf(String(operator))
  const kind = `${String(operator)} becomes ${other}`
  return [{ kind, from: at, to: at + String(operator).length, text: other }]
}

const value = String.raw`(?:\$\{[^{}\x60]*\}(?:::\w+)?|[\w.']+(?:\(\))?)`

// These patterns match SQL in lower case with single spaces, the style of all our SQL templates.
const compared = new RegExp(`\\s+and (?:not )?[\\w.]+ (?:=|<>|<=|>=|<|>) ${value}`, 'g')
const bareCondition = /\s+and (?:not )?(?!not\b)[\w.]+(?: is (?:not )?null)?(?=[\s)`])(?! (?:[=<>]|is |in |like))/g
const clauses: [kind: string, pattern: RegExp, text: (found: string) => string][] = [
  ['a lock is left out', / for (?:no key )?(?:update|share)(?: of \w+)?\b/g, () => ''],
  ['a condition is left out', compared, () => ''],
  ['a condition is left out', bareCondition, () => ''],
  ['an order is turned round', / desc\b/g, () => ''],
  ['a bound moves by one', /(?<= )(?:<=|>=|<|>)(?= )/g, (found) => swapped[found] ?? found],
]

function sqlMutations({ start, end }: SyntaxNode, source: string): Mutation[] {
  const text = source.slice(start, end)
  return clauses.flatMap(([kind, pattern, changed]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      kind,
      from: start + index,
      to: start + index + found.length,
      text: changed(found),
    })),
  )
}

/** Returns a source with one mutation applied. */
export const applyMutation = (source: string, { from, to, text }: Mutation): string =>
  source.slice(0, from) + text + source.slice(to)
