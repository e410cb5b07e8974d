import { featureOf } from './imports.ts'
import { isTest, type Offence, type SourceFile } from './source-files.ts'

// A folder that one screen of a file list shows whole.
const mostFlat = 40
const enoughForFolders = 20

/**
 * Features are flat while one sees them at once; a larger one has folders named after what it does (`refunds`), and no
 * folder of any grows beyond a screen.
 */
export function folderOffences(files: readonly SourceFile[]): Offence[] {
  const sources = files.filter(({ path }) => featureOf(path) !== undefined && /\.tsx?$/.test(path) && !isTest(path))
  const features = Object.groupBy(sources, ({ path }) => path.split('/').slice(0, 5).join('/'))
  return Object.entries(features).flatMap(([feature, own = []]) => {
    const folders = Object.groupBy(own, ({ path }) => path.slice(0, path.lastIndexOf('/')))
    const full = Object.entries(folders)
      .filter(([, inside = []]) => inside.length > mostFlat)
      .map(([folder]) => ({
        path: folder,
        line: 1,
        rule: `Over ${mostFlat} files: put them in folders by what they do.`,
      }))
    if (own.length > enoughForFolders) return full
    const nested = own.filter(
      ({ path }) => !path.startsWith(`${feature}/`) || path.slice(feature.length + 1).includes('/'),
    )
    return nested.map(({ path }) => ({ path, line: 1, rule: `A feature of up to ${enoughForFolders} files is flat.` }))
  })
}
