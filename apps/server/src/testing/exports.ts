import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataExport } from '@pawtrait/contract/exports.ts'
import type { ExportId, PhotoId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { ownedData } from '#app/owned-data.ts'
import { makeExport } from '#features/exports/make-export.ts'
import { updateSudoToken } from '#features/sign-in/credentials/credential-queries.ts'
import { createContext, systemCaller } from '#platform/context.ts'
import { hashToken } from '#platform/security/token.ts'
import { minute } from './clock.ts'
import { aPhoto, type TestUser } from './fixtures.ts'
import type { Caller, TestServer } from './server.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Creates a photo with an original of `bytes` random bytes. */
export async function aStoredPhoto(server: TestServer, by: TestUser, bytes = 1000) {
  const id = await aPhoto(server, by)
  const content = randomBytes(bytes)
  await server.deps.storage.put(`${await selectOriginalName(server, id)}.jpg`, content)
  return { id, content }
}

export const selectOriginalName = async ({ deps }: TestServer, id: PhotoId): Promise<string> =>
  (await deps.database.row<{ name: string }>(sql`select original_name as name from photos where id = ${id}`))?.name ??
  ''

/** Puts the user into sudo mode. All calls set the same token, because a new token would replace one in use. */
async function enterSudoMode({ deps, clock }: TestServer, { cookie, session }: TestUser): Promise<{ cookie: string }> {
  const token = sha256(Buffer.from(session))
  await updateSudoToken(deps.database, session, hashToken(token), new Date(clock.now().getTime() + minute))
  return { cookie: `${cookie}; pt_sudo=${token}` }
}

export const startExport = async (server: TestServer, caller: TestUser | null) =>
  server.call<DataExport>(caller && (await enterSudoMode(server, caller)), 'POST', '/api/exports')
export const getExport = (server: TestServer, caller: Caller, id: string) =>
  server.call<DataExport>(caller, 'GET', `/api/exports/${id}`)

/** Runs the export job once, without the queue. */
export const runExportJob = ({ deps }: TestServer, id: ExportId) =>
  makeExport(createContext(deps, systemCaller), ownedData, id)

/** Makes an export of all the user's data and waits until it is ready. */
export async function aReadyExport(server: TestServer, caller: TestUser): Promise<DataExport> {
  const { body } = await startExport(server, caller)
  await server.runJobs()
  return (await getExport(server, caller, body.id)).body
}

export async function downloadExport(
  server: TestServer,
  caller: Caller,
  id: string,
  headers: Record<string, string> = {},
) {
  const answer = await server.app.fastify.inject({
    url: `/api/exports/${id}/file`,
    headers: { host: 'localhost:3000', ...(caller && { cookie: caller.cookie }), ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Returns the number of export files on disk. */
export const countExportFiles = async ({ dataDir }: TestServer) =>
  (await readdir(join(dataDir, 'photos'), { recursive: true })).filter((file) => file.endsWith('.zip')).length
