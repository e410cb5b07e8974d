import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import * as v from 'valibot'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

/** What is written down of an upload that comes in pieces; `photo` once it has become one. */
const Note = v.object({ owner: UserId, sizeBytes: v.number(), beganAt: v.string(), photo: v.nullable(PhotoId) })
type Note = v.InferOutput<typeof Note>

/** An upload that comes in pieces; `offset` bytes of `sizeBytes` have arrived, `path` holds them. */
export type PartialUpload = Note & { id: string; offset: number; path: string }

const anId = /^[0-9a-f]{32}$/

// The owner stands in the name, so that their unfinished uploads can be counted without opening any.
const pathOf = (ctx: UserContext, id: string, kind: 'part' | 'json') =>
  join(ctx.storage.workFolder, `upload-${ctx.viewer}-${id}.${kind}`)

const absent = () => undefined

/**
 * The viewer's own upload.
 * @throws Problem 'not-found' when it is another's, was refused, or began more than a day ago
 */
export async function ownUpload(ctx: UserContext, id: string): Promise<PartialUpload> {
  const text = anId.test(id) ? await readFile(pathOf(ctx, id, 'json'), 'utf8').catch(absent) : undefined
  const note = text ? v.parse(Note, JSON.parse(text)) : undefined
  if (!note || expiryOf(note) <= ctx.now) throw new Problem('not-found', 'This upload has expired. Start again.')
  const path = pathOf(ctx, id, 'part')
  const arrived = (await stat(path).catch(absent))?.size ?? 0
  return { ...note, id, path, offset: note.photo ? note.sizeBytes : arrived }
}

/** When what has arrived of an upload is thrown away. */
export const expiryOf = ({ beganAt }: Pick<Note, 'beganAt'>) => new Date(Date.parse(beganAt) + DAY_MS)

/** Writes a new upload down, nothing of which has arrived. */
export async function makeUpload(ctx: UserContext, id: string, sizeBytes: number): Promise<PartialUpload> {
  const note = { owner: ctx.viewer, sizeBytes, beganAt: ctx.now.toISOString(), photo: null }
  await writeFile(pathOf(ctx, id, 'part'), '', { flag: 'wx', mode: 0o600 })
  await writeFile(pathOf(ctx, id, 'json'), JSON.stringify(note), { flag: 'wx', mode: 0o600 })
  return { ...note, id, offset: 0, path: pathOf(ctx, id, 'part') }
}

/** Writes down what became of an upload: whoever asks again, because the answer was lost, is told. */
export async function keepVerdict(ctx: UserContext, { id, owner, sizeBytes, beganAt }: PartialUpload, photo: PhotoId) {
  const note: Note = { owner, sizeBytes, beganAt, photo }
  await writeFile(pathOf(ctx, id, 'json'), JSON.stringify(note), { mode: 0o600 })
  await rm(pathOf(ctx, id, 'part'), { force: true })
}

/** Takes an upload off the disk. */
export async function removeUpload(ctx: UserContext, id: string): Promise<void> {
  await rm(pathOf(ctx, id, 'part'), { force: true })
  await rm(pathOf(ctx, id, 'json'), { force: true })
}

/** How many uploads of the viewer lie unfinished. */
export async function countUnfinished(ctx: UserContext): Promise<number> {
  const entries = await readdir(ctx.storage.workFolder)
  return entries.filter((name) => name.startsWith(`upload-${ctx.viewer}-`) && name.endsWith('.part')).length
}
