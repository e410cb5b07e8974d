import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Node, nodesOf } from './syntax.ts'

type Section = Record<string, unknown>

const ONE = '\0message:'
const ASKED = 'virtual:message/'
const ownSource = /\/apps\/web\/src\/(?!i18n\/).*\.(tsx?)$/
// Scripts of pages without React: they read what they say from the page.
const readsFromPage = /\bSpeak\b|\breadTranslator\b/

/** A template of a key as a pattern for the keys it may become. */
function patternOf({ quasis }: Node): RegExp | null {
  const texts = (quasis as Node[]).map(({ value }) => (value as { cooked?: string }).cooked ?? '')
  if (texts.length < 2 || !/^[a-z]+\./.test(texts[0] ?? '')) return null
  return new RegExp(`^${texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('[\\w-]+')}$`)
}

/** The keys of a catalogue that a source may say: those it writes out, and those its templates can become. */
export function keysIn(program: unknown, catalogue: Record<string, Section>): string[] {
  const all = Object.entries(catalogue).flatMap(([section, said]) =>
    Object.keys(said).map((key) => `${section}.${key}`),
  )
  const known = new Set(all)
  const found = new Set<string>()
  for (const node of nodesOf(program)) {
    if (node.type === 'Literal' && known.has(String(node.value))) found.add(String(node.value))
    const pattern = node.type === 'TemplateLiteral' && patternOf(node)
    if (pattern) for (const key of all) if (pattern.test(key)) found.add(key)
  }
  return [...found]
}

/** The module of one message. */
function moduleOf(id: string, catalogue: Record<string, Section>): string {
  const [section = '', name = ''] = id.split('.')
  const said = JSON.stringify(catalogue[section]?.[name])
  const place = fileURLToPath(new URL('../src/i18n/sections.ts', import.meta.url))
  const [from, ...key] = [place, section, name].map((text) => JSON.stringify(text))
  return `import { say } from ${from}\nsay(${key.join()}, ${said})`
}

/**
 * Lets each message travel with the code that says it. The browser never loads a section whole: a source that writes a
 * key, `'posts.deleteThis'`, imports the module of that one message, so the words of a dialog come with the dialog.
 */
export function placedMessages(catalogue: Record<string, Section>): Plugin {
  return {
    name: 'placed-messages',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (id) => (id.startsWith(ASKED) ? ONE + id.slice(ASKED.length) : null),
    load: (id) => (id.startsWith(ONE) ? { code: moduleOf(id.slice(ONE.length), catalogue), moduleType: 'js' } : null),
    transform(code, id) {
      const [path = ''] = id.split('?')
      const lang = ownSource.exec(path)?.[1]
      if ((lang !== 'ts' && lang !== 'tsx') || readsFromPage.test(code)) return null
      const imports = keysIn(this.parse(code, { lang }), catalogue).map(
        (key) => `import ${JSON.stringify(ASKED + key)};`,
      )
      // On the first line: the numbers of all others stay.
      return imports.length > 0 ? { code: imports.join('') + code, map: null } : null
    },
  }
}
