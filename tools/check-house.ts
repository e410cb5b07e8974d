/**
 * Holds the rules of the house that a linter cannot say: the order of features, file names, length, the clock.
 * `node tools/check-house.ts` from the root of the project; exit 1 with one line per offence.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockOffences, hygieneOffences, lengthOffences } from './house/contents.ts'
import { nameOffences } from './house/names.ts'
import { orderOffences } from './house/order.ts'
import { fewestFiles, type Offence, type SourceFile, sourceFiles } from './house/source-files.ts'

/** Every offence against the house in these files, in the order of the files. */
export function offencesIn(files: SourceFile[]): Offence[] {
  return files.flatMap((file) => [
    ...nameOffences(file),
    ...orderOffences(file),
    ...lengthOffences(file),
    ...clockOffences(file),
    ...hygieneOffences(file),
  ])
}

/**
 * Walks the project at `root`.
 * @throws Error when `root` is not the project or shows fewer files than it has: a blind gate must not be green.
 */
export function checkHouse(root: string, fewest = fewestFiles): { files: number; offences: Offence[] } {
  if (projectName(root) !== 'pawtrait') throw new Error(`check-house: ${root} is not the root of the project.`)
  const files = sourceFiles(root)
  for (const [folder, least] of Object.entries(fewest)) {
    const seen = files.filter((file) => file.path.startsWith(`${folder}/`)).length
    if (seen < least) throw new Error(`check-house: saw ${seen} files in ${folder}, expected at least ${least}.`)
  }
  return { files: files.length, offences: offencesIn(files) }
}

function projectName(root: string): string {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  } catch {
    return ''
  }
}

function main() {
  const { files, offences } = checkHouse(process.cwd())
  for (const { path, line, rule } of offences) console.error(`${path}:${line} ${rule}`)
  console.log(`check-house: ${files} files, ${offences.length} offences`)
  process.exitCode = offences.length > 0 ? 1 : 0
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
