import { parseSync } from 'vite'

/** Node of the bundler's syntax tree. */
export type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** Yields a node and all its descendants in source order. */
export function* walkNodes(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const child of value) yield* walkNodes(child)
  else if (isSyntaxNode(value)) {
    yield value
    for (const child of Object.values(value)) yield* walkNodes(child)
  }
}

/** Parses source code. The extension of the file selects the language. */
export const parseSource = (path: string, source: string): unknown => parseSync(path, source).program
