import { type Node, parseSync, Visitor } from 'oxc-parser'
import postcss from 'postcss'
import type { BrowserFeature } from './browser-features.ts'
import type { SourceFile } from './source-files.ts'

/**
 * `key`: the feature as lint messages name it, such as `URL.parse`. `name`: the identifier that a feature test checks,
 * such as `parse` in `'parse' in URL`. `at`: character index in the file.
 */
type Use = { kind: BrowserFeature['kind']; key: string; name: string; at: number }

export type BrowserUses = {
  file: SourceFile
  /** Names that could be features of the web platform. */
  uses: Use[]
  /** Names for which the file contains a test. */
  guarded: Set<string>
  /** Keys of the file's own objects and types. */
  ownKeys: Set<string>
}

/** @throws Error when a script does not parse */
export function readBrowserUses(file: SourceFile): BrowserUses {
  return file.path.endsWith('.css') ? readStyles(file) : readScript(file)
}

function readStyles(file: SourceFile): BrowserUses {
  const uses: Use[] = []
  const guarded = new Set<string>()
  const styles = postcss.parse(file.text)
  styles.walkAtRules('supports', ({ params }) => {
    for (const [, name = ''] of params.matchAll(/\(\s*([\w-]+)\s*:/g)) guarded.add(name)
  })
  styles.walkDecls(({ prop, source }) => {
    uses.push({ kind: 'css', key: prop, name: prop, at: source?.start?.offset ?? 0 })
  })
  return { file, uses, guarded, ownKeys: new Set() }
}

function readScript(file: SourceFile): BrowserUses {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors[0]) throw new Error(`${file.path} does not parse: ${errors[0].message}`)
  const uses: Use[] = []
  const guarded = new Set<string>()
  const ownKeys = new Set<string>()
  const declared = new Set<string>()
  const imported = new Set<string>()
  /** Identifiers that are a key, a type or a declaration, not a use. */
  const notGlobals = new Set<Node | null>()
  const declare = (...patterns: (Node | null)[]) => {
    for (const name of patterns.flatMap(namesIn)) declared.add(name)
  }
  const ownKey = ({ key, computed }: { key: Node; computed?: boolean }) => {
    notGlobals.add(key)
    if (!computed && key.type === 'Identifier') ownKeys.add(key.name)
  }
  const guard = (tested: Node) => {
    const name = nameOf(tested)
    if (name) guarded.add(name)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => declare(id),
    FunctionDeclaration: ({ id, params }) => declare(id, ...params),
    FunctionExpression: ({ id, params }) => declare(id, ...params),
    ArrowFunctionExpression: ({ params }) => declare(...params),
    ClassDeclaration: ({ id }) => declare(id),
    CatchClause: ({ param }) => declare(param),
    TSFunctionType: ({ params }) => declare(...params),
    ImportDeclaration({ specifiers }) {
      declare(...specifiers.map(({ local }) => local))
      for (const { local } of specifiers) imported.add(local.name)
    },
    TSTypeReference: ({ typeName }) => void notGlobals.add(typeName),
    TSTypeQuery: ({ exprName }) => void notGlobals.add(exprName),
    TSQualifiedName: ({ left, right }) => void notGlobals.add(left).add(right),
    TSTypeAliasDeclaration: ({ id }) => void notGlobals.add(id),
    TSTypeParameter: ({ name }) => void notGlobals.add(name),
    TSPropertySignature: ownKey,
    TSMethodSignature(node) {
      ownKey(node)
      declare(...node.params)
    },
    PropertyDefinition: ownKey,
    MethodDefinition: ownKey,
    ObjectExpression: ({ properties }) => {
      for (const property of properties) {
        if (property.type !== 'Property') continue
        if (!property.shorthand) ownKey(property)
        else if (property.key.type === 'Identifier') ownKeys.add(property.key.name)
      }
    },
    ObjectPattern: ({ properties }) => {
      for (const property of properties) {
        if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue
        const { name } = property.key
        notGlobals.add(property.key)
        uses.push({ kind: 'member', key: name, name, at: property.start })
      }
    },
    MemberExpression({ object, property, computed, optional }) {
      if (optional) guard(object)
      if (computed || property.type !== 'Identifier') return
      notGlobals.add(property)
      if (imported.has(rootOf(object))) return
      const { name, start: at } = property
      if (object.type === 'Identifier') uses.push({ kind: 'static', key: `${object.name}.${name}`, name, at })
      uses.push({ kind: 'member', key: name, name, at })
    },
    CallExpression({ callee, arguments: [first], optional }) {
      if (optional) guard(callee)
      if (nameOf(callee) !== 'addEventListener' || first?.type !== 'Literal') return
      uses.push({ kind: 'event', key: String(first.value), name: `on${String(first.value)}`, at: first.start })
    },
    BinaryExpression({ operator, left }) {
      if (operator === 'in' && left.type === 'Literal') guarded.add(String(left.value))
    },
    UnaryExpression({ operator, argument }) {
      if (operator === 'typeof') guard(argument)
    },
    Identifier(node) {
      if (!notGlobals.has(node)) uses.push({ kind: 'global', key: node.name, name: node.name, at: node.start })
    },
  }).visit(program)
  return { file, uses: uses.filter(({ kind, name }) => kind !== 'global' || !declared.has(name)), guarded, ownKeys }
}

/** Returns the names that a parameter or declaration binds. */
function namesIn(pattern: Node | null): string[] {
  if (pattern?.type === 'Identifier') return [pattern.name]
  if (pattern?.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) => namesIn(property.type === 'Property' ? property.value : property))
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(namesIn)
  if (pattern?.type === 'AssignmentPattern') return namesIn(pattern.left)
  return pattern?.type === 'RestElement' ? namesIn(pattern.argument) : []
}

/** Returns the last identifier of an expression: `name` for `name`, `a.name` and `(a.name as T)`. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return 'expression' in node && typeof node.expression === 'object' ? nameOf(node.expression) : undefined
}

/** Returns the first identifier of an expression: `a` for `a.b.c()`. */
function rootOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return node.type === 'CallExpression' ? rootOf(node.callee) : ''
}
