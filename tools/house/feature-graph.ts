import { findFeatureOfFile, findImports } from './imports.ts'
import { isTest, type Offence, type SourceFile } from './source-files.ts'

type Graph = Readonly<Record<string, string>>

/** Features that each feature may import. The graph must not have cycles. */
export const featureGraph: Readonly<Record<'server' | 'web', Graph>> = {
  server: {
    age: 'users',
    blocks: 'follows pets premium users',
    comments: 'mentions posts users',
    drafts: 'media users',
    erasure: 'comments follows likes media moderation notifications pets posts sign-in stories users',
    exports: 'media users',
    feed: 'comments mentions pets posts premium sign-in users',
    follows: 'pets users',
    imports: 'exports media pets posts profiles users',
    likes: 'posts users',
    media: 'users',
    mentions: 'users',
    moderation: 'comments media pets posts profiles sign-in stories users',
    notifications: 'comments media moderation pets posts push stories users',
    payments: 'blocks premium users',
    pets: 'media users',
    posts: 'media mentions pets users',
    premium: 'users',
    profiles: 'age media pets users',
    push: 'sign-in users',
    saves: 'media posts users',
    search: 'media pets posts users',
    'sign-in': 'age users',
    stories: 'media pets posts users',
    users: '',
  },
  web: {
    age: 'profiles sign-in',
    archives: 'media',
    blocks: 'premium',
    comments: 'follows mentions posts',
    drafts: 'media posts',
    erasure: 'exports sign-in',
    exports: 'sign-in',
    feed: 'comments follows pets posts premium stories',
    follows: '',
    imports: '',
    install: '',
    likes: 'follows posts',
    media: '',
    mentions: '',
    moderation: 'blocks comments pets posts sign-in',
    notifications: 'blocks follows',
    payments: 'premium',
    pets: 'media',
    posts: 'follows media mentions pets',
    premium: '',
    profiles: 'blocks follows media sign-in',
    push: '',
    saves: 'blocks posts',
    search: 'follows media posts',
    'sign-in': '',
    stories: 'media pets',
    users: '',
  },
}

// Imports of SQL fragments. This check ignores them, because sql.ts compares them with the table in ARCHITECTURE.md.
const fragment = /\.sql\.ts$/

/** Path of this file. Offences name this file, because imports must be declared in it. */
const DECLARATION = 'tools/house/feature-graph.ts'

const importsIn = (graph: Graph, feature: string) => (graph[feature] ?? '').split(' ').filter(Boolean)

/**
 * Finds files of features that the graph lacks, feature imports that it does not declare, and imports that start with
 * `../`.
 */
export function findFeatureImportOffences({ path, text }: SourceFile, graphs = featureGraph): Offence[] {
  const feature = findFeatureOfFile(path)
  if (feature === undefined || !/\.tsx?$/.test(path)) return []
  const graph = graphs[path.startsWith('apps/web/') ? 'web' : 'server']
  if (!(feature in graph))
    return [{ path, line: 1, rule: `"${feature}" is not a feature in ${DECLARATION}: declare it.` }]
  if (isTest(path)) return []
  return findImports(text).flatMap(({ specifier, line }) => {
    if (specifier.startsWith('../')) return [{ path, line, rule: 'Write #features/… instead of ../' }]
    const other = /^#features\/([^/]+)/.exec(specifier)?.[1]
    if (other === undefined || other === feature || fragment.test(specifier)) return []
    if (importsIn(graph, feature).includes(other)) return []
    const rule = `${feature} may not import ${other}: declare it in ${DECLARATION}, or send an event or a job.`
    return [{ path, line, rule }]
  })
}

/** Finds cycles of the graph, and declared imports that no file uses. */
export function findFeatureGraphOffences(files: readonly SourceFile[], graphs = featureGraph): Offence[] {
  return (['server', 'web'] as const).flatMap((side) => {
    const graph = graphs[side]
    const used = usedImports(files.filter(({ path }) => path.startsWith(`apps/${side}/`)))
    const unused = Object.keys(graph).flatMap((feature) =>
      importsIn(graph, feature)
        .filter((other) => !used.has(`${feature} ${other}`))
        .map((other) => `${feature} imports nothing from ${other} on the ${side}: remove the entry.`),
    )
    return [...unused, ...cyclesOf(graph)].map((rule) => ({ path: DECLARATION, line: 1, rule }))
  })
}

function usedImports(files: readonly SourceFile[]): Set<string> {
  const sources = files.filter(
    ({ path }) => findFeatureOfFile(path) !== undefined && /\.tsx?$/.test(path) && !isTest(path),
  )
  return new Set(
    sources.flatMap(({ path, text }) =>
      findImports(text).flatMap(({ specifier }) => {
        const other = fragment.test(specifier) ? undefined : /^#features\/([^/]+)/.exec(specifier)?.[1]
        return other === undefined ? [] : [`${findFeatureOfFile(path)} ${other}`]
      }),
    ),
  )
}

function cyclesOf(graph: Graph): string[] {
  const done = new Set<string>()
  const visit = (feature: string, path: readonly string[]): string[] => {
    if (path.includes(feature)) return [`A cycle: ${[...path.slice(path.indexOf(feature)), feature].join(' → ')}.`]
    if (done.has(feature)) return []
    const cycles = importsIn(graph, feature).flatMap((other) => visit(other, [...path, feature]))
    done.add(feature)
    return cycles
  }
  return Object.keys(graph).flatMap((feature) => visit(feature, []))
}
