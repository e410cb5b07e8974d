/** What the bundler says of a module. */
export type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }

/** Module ids. */
export type App = {
  entry: string
  /** What the entry starts. */
  start: string
  /** What signed-in users load beside a page. */
  shell: string
  /** What every page loads in case something cannot be loaded later. */
  failures: readonly string[]
  pages: readonly { id: string; isPublic: boolean }[]
}

const libraries = /\/node_modules\/.*\.[cm]?js$/
// Pages that are opened most: their shared file has no code that only other pages need.
const mostOpened = /\/(Feed|Post|Story)Page\.tsx$/

/** A module and everything that it imports. */
function reach(root: string, graph: ModuleGraph): Set<string> {
  const reached = new Set([root])
  // The set grows while the loop runs.
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/** The modules of all lazy parts that these modules load, and of the lazy parts of those. */
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
 * Returns the file for each module that several pages, or a page and its lazy parts, need. Pages and lazy parts have a
 * file each. The bundler places the modules that only one of them needs, that only lazy parts need, or that the entry
 * needs.
 *
 * Files never import each other in a circle: what a module imports is needed by the same pages or by more.
 */
export function sharedFiles({ entry, start, shell, failures, pages }: App, graph: ModuleGraph): Map<string, string> {
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
    if (users.some((page) => mostOpened.test(page.id))) return 'posts'
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
