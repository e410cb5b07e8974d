import type { FastifyError } from 'fastify'
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  isDiskFull,
  isUnstorableTextError,
} from '#platform/database/db-errors.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { Problem } from '#platform/problem.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'

const fastifyCodes: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem('too-large', 'That is more than this call accepts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem('unsupported-media-type', 'Send this as application/json.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Problem('bad-request', 'The request has no body.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new Problem('bad-request', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem('bad-request', 'The body is shorter or longer than announced.'),
}

// Errors when the process or the machine has too many open files.
const tooManyFilesCodes = new Set(['EMFILE', 'ENFILE'])

function knownProblem(error: FastifyError): Problem | undefined {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', 'The database does not answer. Try again in a moment.', { retryAfterSeconds: 5 })
  if (error instanceof StorageUnavailable)
    return new Problem('unavailable', 'Photos cannot be reached just now. Try again in a moment.', {
      retryAfterSeconds: 5,
    })
  if (isDatabaseBusy(error) || tooManyFilesCodes.has(error.code))
    return new Problem('unavailable', 'Too much is going on at once. Try again in a moment.', { retryAfterSeconds: 5 })
  if (isDiskFull(error))
    return new Problem('storage-full', 'There is no room left to keep this. Nothing that was kept is lost.')
  if (isUnstorableTextError(error)) return new Problem('bad-request', 'The request holds characters that no text has.')
  if (error.code in fastifyCodes) return fastifyCodes[error.code]
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem('bad-request', 'The request could not be read.')
  return undefined
}

/** Converts a thrown value to a problem for the caller. Logs what the operator needs to know. */
export function toProblem(thrown: unknown, log: Log, at: { requestId: string; route?: string | undefined }): Problem {
  // The cast is safe: an Error may lack the fields of FastifyError, and the code below checks each field.
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as FastifyError
  const problem = knownProblem(error)
  if (isDatabaseUnavailable(error) || isDatabaseBusy(error)) log.error('database', error, at)
  if (error instanceof StorageUnavailable) log.error('storage', error, at)
  if (isDiskFull(error)) log.error('disk-full', error, at)
  if (tooManyFilesCodes.has(error.code)) log.error('too-many-open-files', error, at)
  if (!problem) log.error('bug', error, at)
  return problem ?? new Problem('internal', 'Something went wrong on our side. Try again.')
}
