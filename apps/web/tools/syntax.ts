import { parseSync } from 'vite'

/** A node of the syntax tree that the bundler's parser gives. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Whether a value in the tree is a node. */
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** A node and everything below it, in the order of the source. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const part of value) yield* nodesOf(part)
  else if (isNode(value)) {
    yield value
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

/** The syntax tree of a source; its path says the language. */
export const syntaxOf = (path: string, source: string): unknown => parseSync(path, source).program
