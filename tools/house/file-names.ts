import type { Offence, SourceFile } from './source-files.ts'

const emptyWords = ['index', 'util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'manager', 'service']
const emptyName = new RegExp(String.raw`(?:^|[/-])(?:${emptyWords.join('|')})(?:/|\.[a-z.]+$)`)

const serverNames =
  /^(?:routes|view|events|jobs|owned-data|(?:[a-z-]+-)?(?:queries|tables)|[a-z-]+-(?:client|worker)|[a-z-]+\.sql)\.ts$/
const webNames = /^(?:use-[a-z0-9-]+\.tsx?|[a-z]+(?:-[a-z]+)*-(?:cache|worker)\.ts|[A-Z][A-Za-z0-9]*\.module\.css)$/
const testName = /\.test\.tsx?$/

/**
 * Checks a file's name: kebab-case with descriptive words. A component's file has the component's name. A feature's
 * file has a name from the allowed list, or the name of one of its exports.
 */
export function findNameOffences(file: SourceFile): Offence[] {
  const rule = wrongName(file)
  return rule ? [{ path: file.path, line: 1, rule }] : []
}

function wrongName({ path, text }: SourceFile): string | undefined {
  if (!/^(?:apps|packages|tools|e2e|bench|drills)\/.*\.(?:tsx?|mjs|css)$/.test(path)) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (emptyName.test(path)) return 'The name is too general: name the file after its content.'
  if (!/^(?:[a-z0-9]+(?:-[a-z0-9]+)*|[A-Z][A-Za-z0-9]*)(?:\.[a-z]+)*\.(?:tsx?|mjs|css)$/.test(name))
    return 'The file name must be kebab-case, or the name of its component.'
  if (name.endsWith('.spec.ts') && !path.startsWith('e2e/'))
    return 'End-to-end tests (*.spec.ts) belong in e2e: name other tests *.test.ts.'
  if (/^[A-Z].*\.tsx?$/.test(name) && !testName.test(name) && !exportsName(text, name.split('.')[0] ?? ''))
    return 'A component file must export the component of the same name.'
  return wrongNameInFeature(path, name, text)
}

function wrongNameInFeature(path: string, name: string, text: string): string | undefined {
  const [, side, rest] = /^apps\/(server|web)\/src\/features\/[^/]+\/(.*)$/.exec(path) ?? []
  if (side === undefined || testName.test(name)) return
  if (!/^(?:[a-z-]+\/){0,2}[^/]+$/.test(rest ?? ''))
    return 'Folders of a feature must be words, at most two levels deep.'
  if ((side === 'server' ? serverNames : webNames).test(name) || /^[A-Z]\w*\.tsx$/.test(name)) return
  if (name.endsWith('.d.ts') || wordsOf(name).some((word) => exportsName(text, word))) return
  return "A feature's file must have a name from the list in CONTRIBUTING.md, or the name of an export."
}

// Compares words without their endings, so that `birthdays` in a file name matches birthdayCard in the file's code.
const wordsOf = (name: string) =>
  (name.split('.')[0] ?? '').split('-').map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|y)$/, '') : word))

/** Returns whether an exported name contains `word`. For example, `ToastProvider` contains Toast. */
function exportsName(text: string, word: string): boolean {
  return new RegExp(String.raw`^export (?:async )?(?:function\*?|const|type|class) \w*${word}`, 'im').test(text)
}
