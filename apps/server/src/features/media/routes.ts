import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { fetchRemotePhoto } from '@pawtrait/contract/archives.ts'
import { beginImport } from '@pawtrait/contract/imports.ts'
import * as contract from '@pawtrait/contract/photos/photos.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LongBody } from '#platform/http/long-body.ts'
import { parseRequestedRange, sendFile } from '#platform/http/send-file.ts'
import type { App } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { waitForBackgroundWork } from './background-work.ts'
import { deleteOwnPhoto } from './delete-photos.ts'
import { editPhoto } from './edit-photo.ts'
import { openMedia } from './open-media.ts'
import { getOwnPhoto, openOriginal } from './own-photo.ts'
import { fileTooLargeProblem, receivePhoto } from './receive-photo.ts'
import { fetchPhoto, type RunningFetches } from './uploads/fetch-photo.ts'
import { computeUploadExpiry, type PartialUpload } from './uploads/partial-upload.ts'
import { beginUpload, cancelUpload, continueUpload, getUpload } from './uploads/resume-upload.ts'

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}
const getContentType = (format: string) => contentTypes[format] ?? 'application/octet-stream'

const multipartPaths: readonly (string | undefined)[] = [contract.uploadPhoto.path, beginImport.path]

// Time that a shared cache may serve a public photo.
const SHARED_SECONDS = 300

// Size limit of a multipart form: the photo, and 64 KB for headers and text fields.
const maxFormBytes = contract.maxPhotoBytes + 64 * 1024

export async function mediaRoutes(app: App) {
  const limits = { files: 1, fields: 10, parts: 12, fileSize: contract.maxPhotoBytes + 1 }
  await app.fastify.register(multipart, { limits })
  app.fastify.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !multipartPaths.includes(request.routeOptions.url))
      throw new Problem('unsupported-media-type', 'Send this as application/json.')
  })
  app.fastify.addContentTypeParser(contract.continueUpload.accepts, (_request, stream, done) => done(null, stream))
  app.fastify.addHook('onClose', waitForBackgroundWork)
  photoRoutes(app)
  fileRoutes(app)
  uploadRoutes(app)
}

function photoRoutes(app: App) {
  app.serve(contract.uploadPhoto, async (ctx, _received, { request }) => {
    if (!request.isMultipart()) throw new Problem('unsupported-media-type', 'Send a form with the field `photo`.')
    if (Number(request.headers['content-length']) > maxFormBytes) throw fileTooLargeProblem()
    const form = new LongBody(request.raw, ctx.config.uploadLimits)
    const part = await form.wait(request.file())
    if (part?.fieldname !== 'photo')
      throw new Problem('validation-failed', 'The form has no file in the field `photo`.')
    return receivePhoto(ctx, form.read(part.file))
  })
  const fetches: RunningFetches = new Map()
  app.serve(fetchRemotePhoto, (ctx, { body }) => fetchPhoto(ctx, fetches, body.url))
  app.serve(contract.getPhoto, (ctx, { params }) => getOwnPhoto(ctx, params.id))
  app.serve(contract.editPhoto, (ctx, { params, body }) => editPhoto(ctx, params.id, body))
  app.serve(contract.discardPhoto, async (ctx, { params }) => {
    await deleteOwnPhoto(ctx, params.id)
    return undefined
  })
}

function fileRoutes(app: App) {
  app.serveRaw(contract.getOriginalPhoto, async (ctx, { params }, { request, reply }) => {
    const { format, fileName, ...file } = await openOriginal(ctx, params.id, parseRequestedRange(request))
    reply.header('content-disposition', `attachment; filename="${fileName}"`)
    return sendFile(reply, file, getContentType(format))
  })
  app.serveRaw(contract.getMedia, async (ctx, { params, query }, { request, reply }) => {
    const media = await openMedia(ctx, params.name, params.file, query, parseRequestedRange(request))
    const { extension, maxAgeSeconds, isPublic, ...file } = media
    // Shared caches may keep a file for a short time only, because the account of its owner may become private.
    const sharedMaxAge = isPublic ? `, s-maxage=${Math.min(SHARED_SECONDS, maxAgeSeconds)}` : ''
    const scope = isPublic ? 'public' : 'private'
    reply.header('cache-control', `${scope}, max-age=${maxAgeSeconds}${sharedMaxAge}, immutable`)
    if (isPublic) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendFile(reply, file, getContentType(extension))
  })
}

/** Routes of resumable uploads (tus 1.0): https://tus.io/protocols/resumable-upload */
function uploadRoutes(app: App) {
  app.serve(contract.getUploadOptions, async (_ctx, _received, { reply }) => {
    const extensions = { 'tus-version': '1.0.0', 'tus-extension': 'creation,termination,expiration' }
    reply.headers({ ...tusHeaders, ...extensions, 'tus-max-size': String(contract.maxPhotoBytes) })
    return undefined
  })
  app.serve(contract.beginUpload, async (ctx, _received, { request, reply }) => {
    negotiateTus(request, reply)
    const upload = await beginUpload(ctx, readHeaderNumber(request, 'upload-length'))
    reply.headers({
      location: `${contract.beginUpload.path}/${upload.id}`,
      'upload-expires': computeUploadExpiry(upload).toUTCString(),
    })
    reply.status(201)
    return undefined
  })
  app.serve(contract.getUpload, async (ctx, { params }, { request, reply }) => {
    negotiateTus(request, reply)
    setUploadHeaders(reply, await getUpload(ctx, params.id))
      .header('cache-control', 'no-store')
      .status(200)
    return undefined
  })
  app.serve(contract.continueUpload, async (ctx, { params }, { request, reply }) => {
    negotiateTus(request, reply)
    if (!(request.body instanceof Readable)) throw new Problem('unsupported-media-type', `Send ${pieceContentType}.`)
    const body = new LongBody(request.raw, ctx.config.uploadLimits)
    const piece = { bytes: body.read(request.body), stop: () => body.stop(), brokenOff: () => body.brokenOff }
    setUploadHeaders(reply, await continueUpload(ctx, params.id, readHeaderNumber(request, 'upload-offset'), piece))
    return undefined
  })
  app.serve(contract.cancelUpload, async (ctx, { params }, { request, reply }) => {
    negotiateTus(request, reply)
    await cancelUpload(ctx, params.id)
    return undefined
  })
}

const tusHeaders = { 'tus-resumable': '1.0.0' }
const pieceContentType = contract.continueUpload.accepts

/** Adds the tus version to every response, even an error, and checks the version that the client sends. */
function negotiateTus(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(tusHeaders)
  if (request.headers['tus-resumable'] !== '1.0.0') throw new Problem('bad-request', 'Send Tus-Resumable: 1.0.0.')
}

function readHeaderNumber(request: FastifyRequest, name: string): number {
  const value = request.headers[name]
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
}

function setUploadHeaders(reply: FastifyReply, upload: PartialUpload): FastifyReply {
  const { offset, sizeBytes, photo } = upload
  reply.headers({
    'upload-offset': offset,
    'upload-length': sizeBytes,
    'upload-expires': computeUploadExpiry(upload).toUTCString(),
  })
  return photo ? reply.header('photo-id', photo) : reply
}
