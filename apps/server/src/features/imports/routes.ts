import * as contract from '@pawtrait/contract/imports.ts'
import type { FastifyRequest } from 'fastify'
import { importLimits, LongBody } from '#platform/http/long-body.ts'
import type { App } from '#platform/http/serve.ts'
import { Problem } from '#platform/problem.ts'
import { beginImport } from './begin-import.ts'
import { getImport, getNewestImport } from './get-import.ts'

export function importRoutes(app: App) {
  app.serve(contract.beginImport, (ctx, _received, { request }) => {
    if (!request.isMultipart()) throw new Problem('unsupported-media-type', 'Send a form with the field `archive`.')
    const contentLength = Number(request.headers['content-length'] ?? 0)
    return beginImport(ctx, contentLength, () => readArchiveField(request))
  })
  app.serve(contract.getNewestImport, (ctx) => getNewestImport(ctx))
  app.serve(contract.getImport, (ctx, { params }) => getImport(ctx, params.id))
}

async function readArchiveField(request: FastifyRequest): Promise<AsyncIterable<Buffer>> {
  // The multipart parser needs no size limit: the code that writes the file enforces the maximum size.
  const limits = { fileSize: Number.MAX_SAFE_INTEGER }
  const body = new LongBody(request.raw, importLimits)
  const part = await body.wait(request.file({ limits }))
  if (part?.fieldname !== 'archive')
    throw new Problem('validation-failed', 'The form has no file in the field `archive`.')
  return body.read(part.file)
}
