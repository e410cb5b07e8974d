/** The part of the bundler's module graph that this file uses. */
export type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }

/** Root modules of the graph: the entry, the start module, the signed-in layout, the error screens and all pages. */
export type ModuleRoots = {
  entry: string
  /** Module that the entry imports dynamically and then runs. */
  start: string
  /** Signed-in layout, which is loaded with every page of a signed-in user. */
  shell: string
  /**
   * Error pages, and the sheet for code that failed to load. The app preloads them, because they could not be loaded
   * offline.
   */
  failures: readonly string[]
  pages: readonly { id: string; isPublic: boolean }[]
}

const libraryPattern = /\/node_modules\/.*\.[cm]?js$/
// The most visited pages. One file contains the modules that these pages share with other pages. It does not contain
// modules that only other pages share.
const mostVisitedPattern = /\/(Feed|Post|Story)Page\.tsx$/

/** Returns a module with all its static imports, direct and indirect. */
function collectStaticImports(root: string, graph: ModuleGraph): Set<string> {
  const modules = new Set([root])
  // The loop also visits the modules that it adds to the set.
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
  return modules
}

/** Returns all modules that these modules load by dynamic imports, directly or indirectly. Excludes `pages`. */
function collectDynamicImports(modules: Iterable<string>, graph: ModuleGraph, pages: ReadonlySet<string>): Set<string> {
  const listDynamicImports = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((id) => !pages.has(id))
  const parts = new Set(listDynamicImports(modules))
  const collected = new Set<string>()
  // The loop also visits the modules that it adds to the set.
  for (const part of parts) {
    const imports = collectStaticImports(part, graph)
    for (const id of imports) collected.add(id)
    for (const next of listDynamicImports(imports)) parts.add(next)
  }
  return collected
}

/**
 * Returns the output file of each shared module, except for roots and libraries. A module is shared if several pages
 * need it, or if both a page and lazily loaded code need it. Modules that the app start or the error screens need also
 * get a file. The build chooses the files of all other modules.
 * Output files never import each other in a cycle: a page that needs a module also needs all imports of the module.
 */
export function assignSharedChunks(
  { entry, start, shell, failures, pages }: ModuleRoots,
  graph: ModuleGraph,
): Map<string, string> {
  const roots = new Set([shell, ...failures, ...pages.map(({ id }) => id)])
  const startModules = collectStaticImports(start, graph)
  const failureModules = new Set(failures.flatMap((id) => [...collectStaticImports(id, graph)]))
  const layoutModules = new Set([...collectStaticImports(shell, graph), ...failureModules])
  const pagesWithModules = pages.map(({ id, isPublic }) => ({ id, isPublic, modules: collectStaticImports(id, graph) }))
  const all = new Set([...startModules, ...failureModules, ...pagesWithModules.flatMap(({ modules }) => [...modules])])
  for (const id of collectStaticImports(entry, graph)) all.delete(id)
  const lazyModules = collectDynamicImports(all, graph, roots)
  const chooseFile = (id: string): string | undefined => {
    const users = pagesWithModules.filter(({ modules }) => modules.has(id))
    if (startModules.has(id) || (layoutModules.has(id) && users.length > 0)) return 'start-app'
    if (failureModules.has(id)) return 'failures'
    if (users.length === 1) return lazyModules.has(id) ? `own ${users[0]?.id}` : undefined
    if (users.some((page) => mostVisitedPattern.test(page.id))) return 'posts'
    if (users.some(({ isPublic }) => isPublic)) return 'public'
    const folders = new Set(users.map((page) => page.id.slice(0, page.id.lastIndexOf('/'))))
    const [folder] = folders
    return folders.size === 1 ? `folder ${folder}` : 'signed-in'
  }
  const files = new Map<string, string>()
  for (const id of all) {
    const file = roots.has(id) || libraryPattern.test(id) ? undefined : chooseFile(id)
    if (file) files.set(id, file)
  }
  return files
}
