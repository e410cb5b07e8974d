import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import * as contract from '@pawtrait/contract/photos.ts'
import type { FastifyReply } from 'fastify'
import { Problem } from '#platform/problem.ts'
import type { App } from '#platform/serve.ts'
import { backgroundWorkDone } from './background-work.ts'
import { discardPhoto } from './delete-photos.ts'
import { editPhoto } from './edit-photo.ts'
import { openMedia } from './open-media.ts'
import { openOriginal, showOwnPhoto } from './own-photo.ts'
import { receivePhoto, tooLarge } from './receive-photo.ts'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

// A form has room for its own words around the photo.
const formBytes = contract.maxPhotoBytes + 64 * 1024

/** Photos: upload, edit, download, and the addresses they are shown from. */
export async function mediaRoutes(app: App) {
  const limits = { files: 1, fields: 10, parts: 12, fileSize: contract.maxPhotoBytes + 1 }
  await app.fastify.register(multipart, { limits })
  app.fastify.addHook('preValidation', async (request) => {
    if (request.isMultipart() && request.routeOptions.url !== contract.uploadPhoto.path)
      throw new Problem('unsupported-media-type', 'Send this as application/json.')
  })
  app.fastify.addHook('onClose', backgroundWorkDone)
  photoRoutes(app)
  fileRoutes(app)
}

function photoRoutes(app: App) {
  app.serve(contract.uploadPhoto, async (ctx, _received, { request }) => {
    if (!request.isMultipart()) throw new Problem('unsupported-media-type', 'Send a form with the field `photo`.')
    if (Number(request.headers['content-length']) > formBytes) throw tooLarge()
    const part = await request.file()
    if (part?.fieldname !== 'photo')
      throw new Problem('validation-failed', 'The form has no file in the field `photo`.')
    return receivePhoto(ctx, part.file)
  })
  app.serve(contract.getPhoto, (ctx, { params }) => showOwnPhoto(ctx, params.id))
  app.serve(contract.editPhoto, (ctx, { params, body }) => editPhoto(ctx, params.id, body))
  app.serve(contract.discardPhoto, async (ctx, { params }) => {
    await discardPhoto(ctx, params.id)
    return undefined
  })
}

function fileRoutes(app: App) {
  app.serveRaw(contract.getOriginal, async (ctx, { params }, { reply }) => {
    const { format, fileName, ...file } = await openOriginal(ctx, params.id)
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return sendFile(reply, file, format)
  })
  app.serveRaw(contract.getMedia, async (ctx, { params, query }, { reply }) => {
    const { extension, maxAgeSeconds, isPublic, ...file } = await openMedia(ctx, params.name, params.file, query)
    reply.header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}, immutable`)
    if (isPublic) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendFile(reply, file, extension)
  })
}

/** What people have uploaded is never more than a picture, whatever a browser thinks it sees (security.md §3.2). */
function sendFile(reply: FastifyReply, { stream, sizeBytes }: { stream: Readable; sizeBytes: number }, format: string) {
  return reply
    .type(types[format] ?? 'application/octet-stream')
    .header('content-length', sizeBytes)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(stream)
}
