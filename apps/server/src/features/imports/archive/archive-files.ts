import { join } from 'node:path'
import { AccountRow } from './account-row.ts'
import { PetRow } from './pet-row.ts'
import { PhotoRow } from './photo-row.ts'
import { PostRow } from './post-row.ts'

type ArchiveFile = { fields: ReadonlySet<string>; isList: boolean; mostRows: number }

const file = (row: { entries: object }, isList: boolean, mostRows: number): ArchiveFile => ({
  fields: new Set(Object.keys(row.entries)),
  isList,
  mostRows,
})

/**
 * JSON files that an import reads. `fields`: names of the fields to keep of a row. `isList`: the file is a list of
 * rows. `mostRows`: maximum number of rows.
 */
export const archiveFiles = {
  'pets.json': file(PetRow, true, 1_000),
  'photos.json': file(PhotoRow, true, 100_000),
  'account.json': file(AccountRow, false, 1),
  'posts.json': file(PostRow, true, 100_000),
} satisfies Record<string, ArchiveFile>

export type ArchiveFileName = keyof typeof archiveFiles

/** Returns the path where the worker stores the rows that it has read from a file of the archive, as JSON lines. */
export const getRowsPath = (folder: string, name: ArchiveFileName) => join(folder, `${name}.rows`)
