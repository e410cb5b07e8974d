/** The part of the bundler's module graph that this file uses. */
export type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }

/**
 * Ids of the modules at the roots of the graph: the entry, the start module, the signed-in layout, the error pages and
 * all pages.
 */
export type ModuleRoots = {
  entry: string
  /** Module that the entry imports dynamically and then runs. */
  start: string
  /** Signed-in layout, which is loaded with every page of a signed-in user. */
  shell: string
  /** Error pages. The app preloads these pages, because they could not be loaded offline. */
  failures: readonly string[]
  pages: readonly { id: string; isPublic: boolean }[]
}

const libraries = /\/node_modules\/.*\.[cm]?js$/
// The most visited pages. Modules that these pages share are in a separate file, without modules that only other pages
// share.
const mostVisited = /\/(Feed|Post|Story)Page\.tsx$/

/** Returns a module with all modules that it imports statically, directly or indirectly. */
function reach(root: string, graph: ModuleGraph): Set<string> {
  const reached = new Set([root])
  // The set grows while the loop runs.
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/** Returns all modules that these modules load by dynamic imports, directly or indirectly. Excludes `pages`. */
function reachOfParts(modules: Iterable<string>, graph: ModuleGraph, pages: ReadonlySet<string>): Set<string> {
  const partsOf = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((id) => !pages.has(id))
  const parts = new Set(partsOf(modules))
  const reached = new Set<string>()
  // The set grows while the loop runs.
  for (const part of parts) {
    const own = reach(part, graph)
    for (const id of own) reached.add(id)
    for (const next of partsOf(own)) parts.add(next)
  }
  return reached
}

/**
 * Returns the output file of each shared module. A module is shared if several pages need it, or if both a page and the
 * lazy parts of that page need it. The bundler chooses the files of all other modules.
 * Output files never import each other in a cycle, because a page that needs a module also needs the imports of this
 * module.
 */
export function assignSharedChunks(
  { entry, start, shell, failures, pages }: ModuleRoots,
  graph: ModuleGraph,
): Map<string, string> {
  const roots = new Set([shell, ...failures, ...pages.map(({ id }) => id)])
  const started = reach(start, graph)
  const onFailure = new Set(failures.flatMap((id) => [...reach(id, graph)]))
  const besidePages = new Set([...reach(shell, graph), ...onFailure])
  const reached = pages.map(({ id, isPublic }) => ({ id, isPublic, modules: reach(id, graph) }))
  const all = new Set([...started, ...onFailure, ...reached.flatMap(({ modules }) => [...modules])])
  for (const id of reach(entry, graph)) all.delete(id)
  const inParts = reachOfParts(all, graph, roots)
  const fileOf = (id: string): string | undefined => {
    const users = reached.filter(({ modules }) => modules.has(id))
    if (started.has(id) || (besidePages.has(id) && users.length > 0)) return 'start-app'
    if (onFailure.has(id)) return 'failures'
    if (users.length === 1) return inParts.has(id) ? `own ${users[0]?.id}` : undefined
    if (users.some((page) => mostVisited.test(page.id))) return 'posts'
    if (users.some(({ isPublic }) => isPublic)) return 'public'
    const folders = new Set(users.map((page) => page.id.slice(0, page.id.lastIndexOf('/'))))
    const [folder] = folders
    return folders.size === 1 ? `folder ${folder}` : 'signed-in'
  }
  const files = new Map<string, string>()
  for (const id of all) {
    const file = roots.has(id) || libraries.test(id) ? undefined : fileOf(id)
    if (file) files.set(id, file)
  }
  return files
}
