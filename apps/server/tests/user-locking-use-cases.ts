import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankOutComments } from '../../../tools/house/source-files.ts'

const features = join(import.meta.dirname, '../src/features')

// Matches SQL that locks several users, by their ids or by their picture.
const severalUsers =
  /update users set image_name = [^`]*where image_|from users where (?:id in|id = any|image_)[^`]*for no key update/

const definition = /^(?=(?:export )?(?:const|async function|function) \w)/m
const parseFunctionName = (text: string) => /^(?:export )?(?:const|async function|function) (\w+)/.exec(text)?.[1]
const mentions = (text: string, names: ReadonlySet<string>) =>
  [...text.matchAll(/\w+/g)].some(([word]) => names.has(word))

/**
 * Returns the use cases that run SQL that can lock several users, as paths below `features`. Searches the sources for
 * this SQL, then for its callers, up to the file that opens the transaction.
 */
export function findUserLockingUseCases(): string[] {
  const files = globSync('**/*.ts', { cwd: features }).filter((file) => !file.endsWith('.test.ts'))
  if (files.length < 200) throw new Error(`only ${files.length} sources were found`)
  const read = (file: string) => blankOutComments(readFileSync(join(features, file), 'utf8'))
  const sources = new Map(files.map((file) => [file, read(file)]))
  const parts = [...sources.values()].flatMap((text) => text.split(definition))
  const locking = new Set<string>()
  const addFunctions = (matches: (part: string) => boolean) => {
    const before = locking.size
    for (const part of parts) {
      const name = parseFunctionName(part)
      if (name && matches(part)) locking.add(name)
    }
    return locking.size > before
  }
  addFunctions((part) => severalUsers.test(part))
  // The search ends at a function that opens a transaction. That is a use case, and its callers hold no lock.
  while (addFunctions((part) => !part.includes('transaction(') && mentions(part.replace(/^.*?=/s, ''), locking)));
  const opensTransaction = (text: string) =>
    text.split(definition).some((part) => part.includes('transaction(') && mentions(part, locking))
  return files.filter((file) => opensTransaction(sources.get(file) ?? '')).toSorted()
}
