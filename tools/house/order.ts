import { featureOf, importsOf } from './imports.ts'
import { isTest, type Offence, type SourceFile } from './source-files.ts'

/** The features in the order in which they may know each other: one imports only those before it. */
export const ORDER = (
  'users premium media pets follows blocks profiles mentions posts archives drafts comments likes saves stories ' +
  'feed search payments moderation notifications exports imports erasure age'
).split(' ')

// Knows no feature, only names of tables: every list uses it, those of features before blocks too.
const fragment = /^#features\/blocks\/visibility\.sql\.ts$/

/** Imports of a later feature, features that ORDER does not name, and paths that climb out of a feature. */
export function orderOffences({ path, text }: SourceFile): Offence[] {
  const feature = featureOf(path)
  if (feature === undefined || !/\.tsx?$/.test(path)) return []
  if (!ORDER.includes(feature)) return [{ path, line: 1, rule: `"${feature}" is not a feature named in ORDER.` }]
  if (isTest(path)) return []
  return importsOf(text).flatMap(({ specifier, line }) => {
    const other = /^#features\/([^/]+)/.exec(specifier)?.[1]
    if (specifier.startsWith('../')) return [{ path, line, rule: 'Write #features/… instead of ../' }]
    if (other === undefined) return []
    if (!ORDER.includes(other)) return [{ path, line, rule: `"${other}" is not a feature named in ORDER.` }]
    if (fragment.test(specifier) && /[/-]queries\.ts$/.test(path)) return []
    if (ORDER.indexOf(other) <= ORDER.indexOf(feature)) return []
    return [
      { path, line, rule: `${feature} may not import ${other}, which comes later in ORDER; send an event or a job.` },
    ]
  })
}
