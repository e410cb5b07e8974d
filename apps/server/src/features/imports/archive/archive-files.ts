import { join } from 'node:path'
import { AccountRow } from './account-row.ts'
import { PetRow } from './pet-row.ts'
import { PhotoRow } from './photo-row.ts'
import { PostRow } from './post-row.ts'

type ArchiveFile = { fields: ReadonlySet<string>; isList: boolean; maxRows: number }

const defineFile = (row: { entries: object }, isList: boolean, maxRows: number): ArchiveFile => ({
  fields: new Set(Object.keys(row.entries)),
  isList,
  maxRows,
})

/**
 * JSON files that an import reads. `fields`: names of the fields to keep of a row. `isList`: the file is a list of
 * rows. `maxRows`: maximum number of rows.
 */
export const archiveFiles = {
  'pets.json': defineFile(PetRow, true, 1_000),
  'photos.json': defineFile(PhotoRow, true, 100_000),
  'account.json': defineFile(AccountRow, false, 1),
  'posts.json': defineFile(PostRow, true, 100_000),
} satisfies Record<string, ArchiveFile>

export type ArchiveFileName = keyof typeof archiveFiles

/** Returns the path to which the worker writes the parsed rows of an archive file, as JSON lines. */
export const getRowsPath = (folder: string, name: ArchiveFileName) => join(folder, `${name}.rows`)
