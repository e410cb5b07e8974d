/** What the bundler tells of a module, as far as it is asked here. */
export type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }
type ModuleInfo = { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }

/** Where the app begins, what whoever is logged in loads beside a page, and the pages: ids of modules. */
export type App = { entry: string; start: string; shell: string; pages: readonly AppPage[] }

/** A page, and how it comes (decision 9). */
type AppPage = { id: string; mode: string }

/** What is fetched together: a page by a visitor, a page by somebody logged in, or a part that is opened later. */
export type Load = { root: string; modules: ReadonlySet<string>; kind: 'public' | 'person' | 'signed-in' | 'part' }

// Its messages are constants, written where they are said: nobody fetches them.
const catalogue = /\/i18n\/(phrases|en|en\/[a-z-]+)\.ts$/
// The page of all components needs everything, and nobody but a developer opens it.
const forDevelopers = /\/app\/dev\//

/** Some modules and all they import, and what these open later. */
function reach(roots: readonly string[], modules: Modules): { reached: Set<string>; later: string[] } {
  const reached = new Set(roots)
  const later: string[] = []
  // Grows while it is walked through.
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) if (!catalogue.test(imported)) reached.add(imported)
    later.push(...(info?.dynamicallyImportedIds ?? []))
  }
  return { reached, later }
}

/** Everything that is fetched together, and the modules that are asked for by themselves: those have a file each. */
export function loadsOf({ entry, start, shell, pages }: App, modules: Modules): { loads: Load[]; roots: Set<string> } {
  // What the entry needs itself stays with it: it waits for nothing.
  const first = reach([entry], modules)
  const load = (kind: Load['kind'], root: string, ...beside: string[]): Load => {
    const { reached } = reach([start, root, ...beside], modules)
    return { root, kind, modules: reached.difference(first.reached) }
  }
  const loads = pages.flatMap(({ id, mode }) => [
    ...(mode === 'hydrate' ? [load('public', id)] : []),
    load(mode === 'person' ? 'person' : 'signed-in', id, shell),
  ])
  const roots = new Set([shell, ...pages.map(({ id }) => id)])
  const parts = new Set([...first.later, ...roots])
  // Grows while it is walked through.
  for (const part of parts) for (const id of reach([part], modules).later) if (!forDevelopers.test(id)) parts.add(id)
  for (const id of parts) {
    if (id === start || roots.has(id)) continue
    roots.add(id)
    loads.push(load('part', id))
  }
  return { loads, roots }
}
