import { findFeatureOfFile } from './imports.ts'
import { isTest, type Offence, type SourceFile } from './source-files.ts'

// Maximum number of files in a folder: as many as an editor's file list shows without scrolling.
const maxFolderFiles = 40
const maxFlatFeatureFiles = 20

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/**
 * Finds folders with too many files, not counting tests. A feature with up to 20 files needs no subfolders. In a larger
 * feature, each subfolder is named after a topic, such as `refunds`.
 */
export function findFolderOffences(files: readonly SourceFile[]): Offence[] {
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path))
  const full = Object.entries(Object.groupBy(sources, ({ path }) => folderOf(path)))
    .filter(([, inside = []]) => inside.length > maxFolderFiles)
    .map(([path]) => ({
      path,
      line: 1,
      rule: `The folder has over ${maxFolderFiles} files: move them to folders by topic.`,
    }))
  const ofFeatures = sources.filter(({ path }) => findFeatureOfFile(path) !== undefined)
  const features = Object.groupBy(ofFeatures, ({ path }) => path.split('/').slice(0, 5).join('/'))
  const nested = Object.entries(features)
    .filter(([, own = []]) => own.length <= maxFlatFeatureFiles)
    .flatMap(([feature, own = []]) => own.filter(({ path }) => folderOf(path) !== feature))
    .map(({ path }) => ({
      path,
      line: 1,
      rule: `A feature of up to ${maxFlatFeatureFiles} files must have no folders.`,
    }))
  return [...full, ...nested]
}
