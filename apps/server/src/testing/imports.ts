import { createHash } from 'node:crypto'
import type { DataImport } from '@pawtrait/contract/imports.ts'
import { drawnScene } from './photos/images.ts'
import { multipartPhotoForm } from './photos/photos.ts'
import type { Caller, TestServer } from './server.ts'

/** Formats rows as an export does, with one row per line. */
export const formatExportRows = (rows: readonly object[]) =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

let idCount = 0
const uuid = () => `01900000-0000-7000-8000-${(++idCount).toString(16).padStart(12, '0')}`

/** Makes a photo for an archive: its file, and its fields in a row of `posts.json`. */
export async function anArchivedPhoto(width = 340) {
  const content = await drawnScene(width, 255).jpeg().toBuffer()
  const photoId = uuid()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = `photos/${photoId}.jpg`
  return { files: { [file]: content }, picture: { photoId, file, sha256 } }
}

type Picture = { photoId: string; file: string | null; sha256: string | null }

/** Returns a row of an archive's `posts.json`. */
export const aPostRow = (pictures: readonly Picture[], more: object = {}) => ({
  id: uuid(),
  postedAt: '2024-05-03T08:00:00.000Z',
  caption: 'From elsewhere',
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  photos: pictures.map((picture) => ({ ...picture, alt: 'A dog' })),
  pets: [],
  ...more,
})

/** Uploads an archive. The response may be an error. */
export function sendArchive(server: TestServer, caller: Caller, archive: Buffer, field = 'archive') {
  const { body, headers } = multipartPhotoForm(archive, { field, fileName: 'pawtrait.zip' })
  return server.call<DataImport>(caller, 'POST', '/api/imports', body, { headers })
}

export const getImport = (server: TestServer, caller: Caller, id: string) =>
  server.call<DataImport>(caller, 'GET', `/api/imports/${id}`)

/** Imports an archive and returns the finished import. */
export async function importArchive(server: TestServer, caller: Caller, archive: Buffer): Promise<DataImport> {
  const started = await sendArchive(server, caller, archive)
  if (started.status !== 202) throw new Error(`the archive was refused: ${started.text}`)
  await server.runJobs()
  return (await getImport(server, caller, started.body.id)).body
}
