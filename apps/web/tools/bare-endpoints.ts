import type { Plugin } from 'vite'
import { isNode, type Node, nodesOf } from './syntax.ts'

// What a caller in the browser needs of an endpoint is how and where to ask; the server checks what goes in and out.
const SERVER_ONLY = new Set(['auth', 'summary', 'params', 'query', 'body', 'output', 'status', 'accepts', 'answers'])

const nameOf = (node: unknown) => (isNode(node) ? node.name : undefined)

const propertiesOf = (node: Node) => (node.type === 'ObjectExpression' ? (node.properties as Node[]) : [])

/**
 * The properties of endpoints that only the server uses, as ranges of the source, last first. Endpoints are the objects
 * given to `endpoint(…)`, and the constants they spread.
 */
export function serverOnlyRanges(program: unknown): { start: number; end: number }[] {
  const nodes = [...nodesOf(program)]
  const given = nodes.flatMap((node) => {
    const isCall = node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint'
    return isCall ? (node.arguments as Node[]) : []
  })
  const names = new Set(given.flatMap(propertiesOf).map(({ argument }) => nameOf(argument)))
  names.delete(undefined)
  const constants = nodes.filter((node) => node.type === 'VariableDeclarator' && names.has(nameOf(node.id)))
  const spread = constants.flatMap(({ init }) => (isNode(init) ? [init] : []))
  const properties = [...new Set([...given, ...spread])].flatMap(propertiesOf)
  const dropped = properties.filter((property) => SERVER_ONLY.has(String(nameOf(property.key))))
  return dropped.toSorted((a, b) => b.start - a.start)
}

/** Source without some ranges, each replaced by an empty spread, so that commas stay where they are. */
export function without(code: string, ranges: { start: number; end: number }[]): string {
  return ranges.reduce((rest, { start, end }) => `${rest.slice(0, start)}...{}${rest.slice(end)}`, code)
}

// Calls that only build a schema or name an endpoint: nothing happens when their result is not used. What begins with a
// capital letter in the contract is a schema, or makes one. valibot says as much of its own functions, but the bundler
// (1.2) reads `@__NO_SIDE_EFFECTS__` in other files only where a function is exported as it is declared, and valibot's
// are exported at the end.
const BUILDERS = /(?<![\w.$]|new )(v\.[a-z]\w*|endpoint|[A-Z]\w*)\(/g

/** Marks what builds schemas and endpoints as droppable when unused. */
export const marked = (code: string) => code.replace(BUILDERS, '/* @__PURE__ */ $1(')

/**
 * Takes the schemas out of the contract's endpoints in the browser's build. What nothing else uses of them then falls
 * away, and the schema library with it.
 */
export function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/packages\/contract\/src\/[a-z/-]+\.ts$/.test(id)) return null
      return { code: marked(without(code, serverOnlyRanges(this.parse(code)))), map: null }
    },
  }
}
