import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text file of the project; `path` is relative to the root, with forward slashes. */
export type SourceFile = { path: string; text: string }

/** A violation of a rule. `rule` is the message, which tells the developer what to do. */
export type Offence = { path: string; line: number; rule: string }

const skippedFolders = new Set(['node_modules', 'dist', 'test-results', 'migrations', '.git', '.vite', 'data'])
const textFile = /\.(?:ts|tsx|mjs|css|md|json|sh)$|(?:^|\/)\.ci\/run$/

/** Returns all text files below `root`, sorted by path, without dependencies, build output and generated SQL. */
export function readSourceFiles(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        return skippedFolders.has(entry.name) || entry.name.startsWith('data-') ? [] : readSourceFiles(root, path)
      }
      if (!entry.isFile() || !textFile.test(path) || entry.name === 'package-lock.json') return []
      return [{ path, text: readFileSync(join(root, path), 'utf8') }]
    })
}

/** Returns whether the file is a test, or code that only tests run. */
export function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:apps\/\w+\/(?:tests|src\/testing)|e2e|bench|drills)\//.test(path)
}

/** Replaces comments by spaces, so that line and column numbers of the code do not change. */
export function blankOutComments(text: string): string {
  const blank = (found: string) => found.replaceAll(/[^\n]/g, ' ')
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(?<=^|[\s;{}(),])\/\/.*$/gm, blank)
}

/** Returns an offence for each match of `pattern` in `text`. `pattern` must have the flag `g`. */
export function findPatternOffences(path: string, text: string, pattern: RegExp, rule: string): Offence[] {
  return [...text.matchAll(pattern)].map((match) => ({ path, line: findLineNumber(text, match.index), rule }))
}

/** Returns the line number of a character index. The first line is 1. */
export function findLineNumber(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
