import { partsOf } from './statements.ts'

/**
 * What a release knows of the schema. `tables`: the columns of each; `functions`: all there were; `called`: those that
 * its own statements call.
 */
export type KnownSchema = {
  tables: ReadonlyMap<string, ReadonlySet<string>>
  indexes: ReadonlySet<string>
  functions: ReadonlySet<string>
  called: ReadonlySet<string>
}

/**
 * What a statement does to a release that does not know it. `gone`: the names it may ask for that are no longer there;
 * none: what it reads or writes may be refused, or mean something else.
 */
export type Judgement = { gone: string[] }

const harmless = undefined
const touches: Judgement = { gone: [] }
const gone = (...names: string[]): Judgement => ({ gone: names })
type Verdict = Judgement | undefined

const names = (list: string) =>
  partsOf(list.replace(/ (?:cascade|restrict)$/, '')).map((one) => one.split(/[ (]/)[0] ?? '')

/** Whether any of the table's columns, as the release knows them, is named. */
function mentions(known: KnownSchema, table: string, text: string): boolean {
  const columns = known.tables.get(table)
  return [...text.matchAll(/\w+/g)].some(([word]) => columns?.has(word))
}

/** A row that points at what the release deletes keeps it from being deleted. */
function holdsRows(known: KnownSchema, text: string): boolean {
  return [...text.matchAll(/references (\w+)(?: ?\([^)]*\))?(?<then>[^,]*)/g)].some(
    ([, table = '', then = '']) => known.tables.has(table) && !/on delete (?:cascade|set (?:null|default))/.test(then),
  )
}

function judgeColumn(known: KnownSchema, table: string, column: string, change: string): Verdict {
  // Also of a column the release does not know: it leaves that out of the rows it inserts.
  if (/^(?:set not null|drop default)/.test(change)) return touches
  if (!known.tables.get(table)?.has(column)) return harmless
  return /^set default\b/.test(change) ? harmless : touches
}

/** One action of ALTER TABLE on a table that the release knows. */
function judgeAction(known: KnownSchema, table: string, action: string): Verdict {
  const [, added] =
    /^add (?:column )?(?!constraint |check|unique|foreign|primary|exclude)(?:if not exists )?(.*)/.exec(action) ?? []
  if (added !== undefined) {
    const filled = !/ not null/.test(added) || / (?:default|generated) /.test(added)
    return filled && !holdsRows(known, added) ? harmless : touches
  }
  if (action.startsWith('add ')) {
    const own = action.replace(/references .*/, '').replace(/^add constraint \w+/, '')
    return mentions(known, table, own) || holdsRows(known, action) ? touches : harmless
  }
  const [, column = '', change = ''] = /^alter (?:column )?(\w+) (.*)/.exec(action) ?? []
  if (column) return judgeColumn(known, table, column, change)
  const [, dropped] = /^drop (?:column )?(?!constraint )(?:if exists )?(\w+)/.exec(action) ?? []
  if (dropped) return known.tables.get(table)?.has(dropped) ? gone(`${table}.${dropped}`) : harmless
  const [, renamed] = /^rename (?:column )?(?!constraint |to )(\w+) to /.exec(action) ?? []
  if (renamed) return known.tables.get(table)?.has(renamed) ? gone(`${table}.${renamed}`) : harmless
  return /^(?:rename to|set schema) /.test(action) ? gone(table) : touches
}

function worst(verdicts: readonly Verdict[]): Verdict {
  const found = verdicts.filter((one) => one !== undefined)
  return found.length > 0 ? gone(...found.flatMap((one) => one.gone)) : harmless
}

function judgeTable(known: KnownSchema, table: string, actions: string): Verdict {
  if (known.tables.has(table)) return worst(partsOf(actions).map((action) => judgeAction(known, table, action)))
  return holdsRows(known, actions) ? touches : harmless
}

function judgeDrop(known: KnownSchema, kind: string, list: string): Verdict {
  const dropped = names(list)
  if (kind === 'table') {
    const lost = dropped.filter((name) => known.tables.has(name))
    return lost.length > 0 ? gone(...lost) : harmless
  }
  if (kind === 'index') return dropped.some((name) => known.indexes.has(name)) ? touches : harmless
  if (kind === 'trigger') return known.tables.has(/ on (\w+)/.exec(list)?.[1] ?? '') ? touches : harmless
  if (kind !== 'function') return touches
  const called = dropped.filter((name) => known.called.has(name)).map((name) => `${name}()`)
  return called.length > 0 || dropped.some((name) => known.functions.has(name)) ? gone(...called) : harmless
}

/** Rows: those of tables the release does not know, and of its tables the columns it does not know, are free. */
function judgeRows(known: KnownSchema, text: string): Verdict {
  const written = [...text.matchAll(/\b(insert into|delete from|truncate(?: table)?) (?:only )?(\w+)/g)]
  const updated = [...text.matchAll(/\bupdate (?:only )?(\w+)(?: (?:as )?\w+)? set (.*?)(?: from | where |$)/g)]
  if (written.length + updated.length === 0) return touches
  const isKnown = written.some(([, , table = '']) => known.tables.has(table))
  const changes = updated.some(([, table = '', set = '']) =>
    partsOf(set).some((part) => mentions(known, table, part.split('=')[0] ?? '')),
  )
  return isKnown || changes ? touches : harmless
}

type Rule = [RegExp, (known: KnownSchema, ...groups: string[]) => Verdict]

// What no rule knows may break anything.
const rules: Rule[] = [
  [
    /^create (?:table|extension|sequence|type) (.*)/,
    (known, rest = '') => (holdsRows(known, rest) ? touches : harmless),
  ],
  [/^(?:create function|comment on) /, () => harmless],
  [/^create or replace function (\w+)/, (known, name = '') => (known.functions.has(name) ? touches : harmless)],
  [
    /^create (?:constraint )?trigger .*? on (\w+)/,
    (known, table = '') => (known.tables.has(table) ? touches : harmless),
  ],
  [/^create index /, () => harmless],
  [
    /^create unique index .*? on (\w+) (.*)/,
    (known, table = '', columns = '') => (mentions(known, table, columns) ? touches : harmless),
  ],
  [
    /^alter table (?:if exists )?(?:only )?(\w+) (.*)/,
    (known, table = '', actions = '') => judgeTable(known, table, actions),
  ],
  [/^drop (\w+) (?:if exists )?(.*)/, (known, kind = '', list = '') => judgeDrop(known, kind, list)],
  [/^((?:insert|update|delete|truncate|with) .*)/, (known, text = '') => judgeRows(known, text)],
]

/** What the statement does to a release that knows the schema so; undefined: nothing it would notice. */
export function judgeStatement(text: string, known: KnownSchema): Judgement | undefined {
  for (const [pattern, judge] of rules) {
    const found = pattern.exec(text)
    if (found) return judge(known, ...found.slice(1))
  }
  return touches
}
