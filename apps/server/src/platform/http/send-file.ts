import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#platform/problem.ts'
import type { OpenedFile } from '#platform/storage/storage.ts'
import { type ByteRange, parseRange, type ResolvedRange, resolveRange } from './byte-range.ts'

/** Returns the requested byte range. Undefined if `If-Range` is not `validator`, a strong ETag (RFC 9110 §13.1.5). */
export function parseRequestedRange({ method, headers }: FastifyRequest, validator?: string): ByteRange | undefined {
  const ifRange = headers['if-range']
  return method === 'GET' && (ifRange === undefined || ifRange === validator) ? parseRange(headers.range) : undefined
}

/** Like `parseRequestedRange`, for a known size. @throws Problem 'range-not-satisfiable', with `Content-Range` */
export const resolveRequestedRange =
  (request: FastifyRequest, reply: FastifyReply, validator: string) =>
  (sizeBytes: number): ResolvedRange | undefined => {
    const range = parseRequestedRange(request, validator)
    const part = range && resolveRange(range, sizeBytes)
    if (!range || part) return part
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new Problem('range-not-satisfiable', `The file has ${sizeBytes} bytes.`)
  }

/** Sends a user's file. The response has a sandbox policy, because browsers must never run the file. */
export function sendFile(reply: FastifyReply, { stream, sizeBytes, part }: OpenedFile, type: string) {
  if (part) reply.status(206).header('content-range', `bytes ${part.from}-${part.to}/${sizeBytes}`)
  return reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('content-length', part ? part.to - part.from + 1 : sizeBytes)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(stream)
}
