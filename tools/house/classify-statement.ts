import { splitAtCommas } from './statements.ts'

/**
 * Database schema of an earlier release. `tables`: the columns of each table. `functions`: all database functions.
 * `called`: the functions that the SQL of that release calls.
 */
export type KnownSchema = {
  tables: ReadonlyMap<string, ReadonlySet<string>>
  indexes: ReadonlySet<string>
  functions: ReadonlySet<string>
  called: ReadonlySet<string>
}

/**
 * Effect of a migration's statement on an earlier release, which may still run. `gone` contains names that the
 * statement removes and the release may use. Even with an empty `gone`, queries of the release may fail or return other
 * data.
 */
export type StatementEffect = { gone: string[] }

const harmless = undefined
const touches: StatementEffect = { gone: [] }
const gone = (...names: string[]): StatementEffect => ({ gone: names })
type Verdict = StatementEffect | undefined

const names = (list: string) =>
  splitAtCommas(list.replace(/ (?:cascade|restrict)$/, '')).map((name) => name.split(/[ (]/)[0] ?? '')

/** Returns whether the text contains the name of a column that the release has in this table. */
function mentionsColumn(known: KnownSchema, table: string, text: string): boolean {
  const columns = known.tables.get(table)
  return [...text.matchAll(/\w+/g)].some(([word]) => columns?.has(word))
}

/** Returns whether a new foreign key could prevent the release from deleting rows. */
function blocksDeletion(known: KnownSchema, text: string): boolean {
  return [...text.matchAll(/references (\w+)(?: ?\([^)]*\))?(?<then>[^,]*)/g)].some(
    ([, table = '', then = '']) => known.tables.has(table) && !/on delete (?:cascade|set (?:null|default))/.test(then),
  )
}

function judgeColumn(known: KnownSchema, table: string, column: string, change: string): Verdict {
  // These changes affect even a release that lacks this column. Its inserts leave the column empty, so they may fail.
  if (/^(?:set not null|drop default)/.test(change)) return touches
  if (!known.tables.get(table)?.has(column)) return harmless
  return /^set default\b/.test(change) ? harmless : touches
}

/** Returns the effect of one ALTER TABLE action on a table of the earlier release. */
function judgeAction(known: KnownSchema, table: string, action: string): Verdict {
  const [, added] =
    /^add (?:column )?(?!constraint |check|unique|foreign|primary|exclude)(?:if not exists )?(.*)/.exec(action) ?? []
  if (added !== undefined) {
    const filled = !/ not null/.test(added) || / (?:default|generated) /.test(added)
    return filled && !blocksDeletion(known, added) ? harmless : touches
  }
  if (action.startsWith('add ')) {
    const own = action.replace(/references .*/, '').replace(/^add constraint \w+/, '')
    return mentionsColumn(known, table, own) || blocksDeletion(known, action) ? touches : harmless
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
  const found = verdicts.filter((verdict) => verdict !== undefined)
  return found.length > 0 ? gone(...found.flatMap((verdict) => verdict.gone)) : harmless
}

function judgeTable(known: KnownSchema, table: string, actions: string): Verdict {
  if (known.tables.has(table)) return worst(splitAtCommas(actions).map((action) => judgeAction(known, table, action)))
  return blocksDeletion(known, actions) ? touches : harmless
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

/**
 * Returns the effect of inserts, updates and deletes. They are harmless in tables and columns that the earlier release
 * lacks.
 */
function judgeRows(known: KnownSchema, text: string): Verdict {
  const written = [...text.matchAll(/\b(insert into|delete from|truncate(?: table)?) (?:only )?(\w+)/g)]
  const updated = [...text.matchAll(/\bupdate (?:only )?(\w+)(?: (?:as )?\w+)? set (.*?)(?: from | where |$)/g)]
  if (written.length + updated.length === 0) return touches
  const isKnown = written.some(([, , table = '']) => known.tables.has(table))
  const changes = updated.some(([, table = '', set = '']) =>
    splitAtCommas(set).some((part) => mentionsColumn(known, table, part.split('=')[0] ?? '')),
  )
  return isKnown || changes ? touches : harmless
}

type Rule = [RegExp, (known: KnownSchema, ...groups: string[]) => Verdict]

// A statement that matches none of these rules counts as breaking.
const rules: Rule[] = [
  [
    /^create (?:table|extension|sequence|type) (.*)/,
    (known, rest = '') => (blocksDeletion(known, rest) ? touches : harmless),
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
    (known, table = '', columns = '') => (mentionsColumn(known, table, columns) ? touches : harmless),
  ],
  [
    /^alter table (?:if exists )?(?:only )?(\w+) (.*)/,
    (known, table = '', actions = '') => judgeTable(known, table, actions),
  ],
  [/^drop (\w+) (?:if exists )?(.*)/, (known, kind = '', list = '') => judgeDrop(known, kind, list)],
  [/^((?:insert|update|delete|truncate|with) .*)/, (known, text = '') => judgeRows(known, text)],
]

/** Returns the effect of a statement on a release with this schema, or undefined when it has no effect. */
export function classifyStatement(text: string, known: KnownSchema): StatementEffect | undefined {
  for (const [pattern, judge] of rules) {
    const found = pattern.exec(text)
    if (found) return judge(known, ...found.slice(1))
  }
  return touches
}
