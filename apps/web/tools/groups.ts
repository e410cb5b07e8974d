import { type App, type Load, loadsOf, type Modules } from './loads.ts'
import { isIcon, moduleSizes } from './module-sizes.ts'

/** Modules that the same loads need, so that they travel together. Sizes in characters as they are built. */
export type Group = {
  modules: string[]
  script: number
  style: number
  /** A flag for each load. */
  loads: Uint8Array
  /** The places of the groups it imports from. */
  imports: Set<number>
}

/** What a load fetches beside groups: its own modules and the libraries. */
export type Beside = { script: number; style: number; scripts: number }

/** What is to be cut into files, and for whom. */
export type Cut = { loads: Load[]; groups: Group[]; beside: Beside[] }

const isLibrary = (id: string) => id.includes('/node_modules/') && !isIcon(id)

/** Groups what several loads need. What one alone needs travels with it anyway. */
export function groupModules(app: App, modules: Modules): Cut {
  const { loads, roots } = loadsOf(app, modules)
  const sizes = moduleSizes(modules)
  const groups = new Map<string, Group>()
  const home = new Map<string, Group>()
  for (const id of new Set(loads.flatMap((load) => [...load.modules]))) {
    const fetching = loads.filter((load) => load.modules.has(id))
    if (roots.has(id) || isIcon(id) || isLibrary(id) || new Set(fetching.map(({ root }) => root)).size < 2) continue
    const flags = Uint8Array.from(loads, (load) => Number(load.modules.has(id)))
    const known = groups.get(flags.join())
    const group: Group = known ?? { modules: [], script: 0, style: 0, loads: flags, imports: new Set() }
    group.modules.push(id)
    group.script += sizes.script(id)
    group.style += sizes.style(id)
    groups.set(flags.join(), group)
    home.set(id, group)
  }
  const places = new Map([...groups.values()].map((group, at) => [group, at]))
  for (const group of groups.values())
    for (const imported of group.modules.flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? [])) {
      const other = home.get(imported)
      const place = other !== undefined && other !== group ? places.get(other) : undefined
      if (place !== undefined) group.imports.add(place)
    }
  const beside = loads.map((load) => {
    const own = [...load.modules].filter((id) => !home.has(id) && !isLibrary(id) && !isIcon(id))
    return {
      script: own.reduce((sum, id) => sum + sizes.script(id), 0),
      style: own.reduce((sum, id) => sum + sizes.style(id), 0),
      // The entry's file, the libraries', and one for each module that is asked for by itself.
      scripts: 2 + [...roots].filter((id) => load.modules.has(id)).length,
    }
  })
  return { loads, groups: [...groups.values()], beside }
}
