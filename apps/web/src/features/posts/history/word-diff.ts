/** A run of unchanged, added or removed text. */
export type DiffSegment = { kind: 'same' | 'added' | 'removed'; text: string }

const splitWords = (text: string) => text.match(/\s+|[\p{L}\p{M}\p{N}_#@'’]+|[^\s]/gu) ?? []

// Table of the longest common subsequence of words. The table stays small, because captions have at most 2,200
// characters.
function computeLcsTable(from: string[], to: string[]): Uint16Array[] {
  const table = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1))
  for (let i = from.length - 1; i >= 0; i--)
    for (let j = to.length - 1; j >= 0; j--) {
      const [below, right, across] = [table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0, table[i + 1]?.[j + 1] ?? 0]
      const row = table[i]
      if (row) row[j] = from[i] === to[j] ? across + 1 : Math.max(below, right)
    }
  return table
}

/** Returns the word diff of two texts. Removed text precedes its replacement. */
export function diffWords(before: string, after: string): DiffSegment[] {
  const [from, to] = [splitWords(before), splitWords(after)]
  const table = computeLcsTable(from, to)
  const runs: DiffSegment[] = []
  const add = (kind: DiffSegment['kind'], text = '') => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += text
    else runs.push({ kind, text })
  }
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      add('same', from[i++])
      j++
    } else if (j >= to.length || (i < from.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)))
      add('removed', from[i++])
    else add('added', to[j++])
  }
  return joinPhrases(runs)
}

/** Joins changes with an unchanged space between them: "the one" is one addition, not "the" and "one". */
function joinPhrases(runs: readonly DiffSegment[]): DiffSegment[] {
  const joined: DiffSegment[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed) joined.push({ kind: 'removed', text: removed })
    if (added) joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [at, { kind, text }] of runs.entries()) {
    const isSpaceBetweenChanges = kind === 'same' && text.trim() === '' && (removed || added) && at < runs.length - 1
    if (kind === 'removed' || isSpaceBetweenChanges) removed += text
    if (kind === 'added' || isSpaceBetweenChanges) added += text
    if (kind !== 'same' || isSpaceBetweenChanges) continue
    flush()
    joined.push({ kind, text })
  }
  flush()
  return joined
}
