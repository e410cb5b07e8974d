/** What the bundler tells of a module, as far as it is asked here. */
type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

let found: Set<string> | undefined

/**
 * Whether the pages without React need a module: everything `entry` imports, however far away.
 * Such a module may not travel with the app's shared parts, which bring React.
 */
export function isStaticPart(id: string, entry: string, modules: Modules): boolean {
  found ??= reachableFrom(entry, modules)
  return found.has(id)
}

function reachableFrom(entry: string, modules: Modules): Set<string> {
  const reached = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
