import type { Plugin } from 'vite'
import { isSyntaxNode, type SyntaxNode, walkNodes } from './syntax-tree.ts'

// Properties that only the server needs, such as the schemas of input and output. A browser needs method, path and
// `idempotencyKey`.
const SERVER_ONLY = new Set(['auth', 'summary', 'params', 'query', 'body', 'output', 'status', 'accepts', 'answers'])

const readName = (node: unknown) => (isSyntaxNode(node) ? node.name : undefined)

const listProperties = (node: SyntaxNode) => (node.type === 'ObjectExpression' ? (node.properties as SyntaxNode[]) : [])

/**
 * Returns the source ranges of endpoint properties that only the server uses, last first. Endpoints are the arguments
 * of `defineEndpoint(…)` and the constants spread into them.
 */
export function findServerOnlyRanges(program: unknown): { start: number; end: number }[] {
  const nodes = [...walkNodes(program)]
  const endpointArguments = nodes.flatMap((node) => {
    const isCall = node.type === 'CallExpression' && readName(node.callee) === 'defineEndpoint'
    return isCall ? (node.arguments as SyntaxNode[]) : []
  })
  const names = new Set(endpointArguments.flatMap(listProperties).map(({ argument }) => readName(argument)))
  names.delete(undefined)
  const constants = nodes.filter((node) => node.type === 'VariableDeclarator' && names.has(readName(node.id)))
  const spreadObjects = constants.flatMap(({ init }) => (isSyntaxNode(init) ? [init] : []))
  const properties = [...new Set([...endpointArguments, ...spreadObjects])].flatMap(listProperties)
  const serverOnly = properties.filter((property) => SERVER_ONLY.has(String(readName(property.key))))
  return serverOnly.toSorted((a, b) => b.start - a.start)
}

/** Returns the source with each range replaced by an empty spread, which keeps the commas valid. */
export function removeRanges(code: string, ranges: { start: number; end: number }[]): string {
  return ranges.reduce((source, { start, end }) => `${source.slice(0, start)}...{}${source.slice(end)}`, code)
}

// Calls that build a schema or an endpoint, without side effects. Capitalised functions in the contract are schemas or
// create them. valibot marks its functions with `@__NO_SIDE_EFFECTS__`, but exports them at the end of its file.
// Rolldown 1.2 reads this mark in other files only if a function is exported at its declaration.
const BUILDERS = /(?<![\w.$]|new )(v\.[a-z]\w*|defineEndpoint|[A-Z]\w*)\(/g

/** Marks calls that build schemas and endpoints as pure, so that the bundler drops unused ones. */
export const markPureCalls = (code: string) => code.replace(BUILDERS, '/* @__PURE__ */ $1(')

/**
 * Vite plugin: removes the schemas from endpoints in the browser build. Tree shaking then drops unused schemas,
 * and the schema library with them.
 */
export function stripEndpointSchemas(): Plugin {
  return {
    name: 'strip-endpoint-schemas',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/packages\/contract\/src\/[a-z/-]+\.ts$/.test(id)) return null
      return { code: markPureCalls(removeRanges(code, findServerOnlyRanges(this.parse(code)))), map: null }
    },
  }
}
