import { parseSync } from 'vite'

/** Node of the bundler's syntax tree. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Yields a node and all its descendants in source order. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const part of value) yield* nodesOf(part)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

/** Parses a source; the file extension selects the language. */
export const syntaxOf = (path: string, source: string): unknown => parseSync(path, source).program
