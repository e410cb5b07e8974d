import { type Cut, groupModules } from './groups.ts'
import type { App, Modules } from './loads.ts'
import { mergeFiles, type Prices } from './merge-files.ts'
import { moveGroups } from './move-groups.ts'

// Characters as they are built. What is smaller is no file of its own (tools/script-files.ts).
const LEAST = 5000

const prices: Prices = { tight: 1000, request: 1200 }

/**
 * Code splitting: in which file each module travels that several pages or parts need, as the file's name by the
 * module's id. What the same loads need goes together; then the two files that cost the loads least become one, until
 * none is small and no page fetches too many; at last groups move to where the fullest load has most room. No two files
 * import each other.
 */
export function sharedFiles(app: App, modules: Modules): Map<string, string> {
  const cut = groupModules(app, modules)
  const home = mergeFiles(cut, LEAST, prices)
  moveGroups(cut, home, LEAST)
  return new Map(namesOf(cut, home, app))
}

const namesOf = ({ groups }: Cut, home: Uint8Array, { start }: App) => {
  const startFile = home[groups.findIndex(({ modules }) => modules.includes(start))]
  return groups.flatMap(({ modules }, at) => {
    const name = home[at] === startFile ? 'start-app' : `${home[at]}`
    return modules.map((id) => [id, name] as const)
  })
}
