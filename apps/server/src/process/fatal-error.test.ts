import { CannotStart } from '@pawtrait/postgres/errors.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { BackupError } from '#app/backup/backup-error.ts'
import { BadConfig } from '#platform/settings.ts'
import { formatFatalError } from './fatal-error.ts'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

function ofDatabase(code: string) {
  const error = new pg.DatabaseError('refused', 1, 'error')
  error.code = code
  return error
}

it.each([
  ['a wrong setting', new BadConfig('refused')],
  ['a missing permission for a file', withCode('EACCES')],
  ['a backup that cannot be made', new BackupError('refused')],
  ['a PostgreSQL that cannot start', new CannotStart('refused')],
  ['a wrong password of the database', ofDatabase('28P01')],
  ['an unknown database', ofDatabase('3D000')],
  ['a missing permission in the database', ofDatabase('42501')],
  ['a full disk of the database', ofDatabase('53100')],
])('formatFatalError prints one line for %s', (_, error) => {
  expect(formatFatalError(error)).toBe('refused')
})

it.each([
  ['an error without a code', new Error('broken')],
  ['a wrong argument', Object.assign(new TypeError('broken'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a missing module', withCode('ERR_MODULE_NOT_FOUND')],
  ['a missing column', ofDatabase('42703')],
])('formatFatalError prints the stack trace of a bug: %s', (_, error) => {
  expect(formatFatalError(error)).toMatch(/\n +at .*fatal-error\.test/)
})

it('formatFatalError names the port that is in use', () => {
  const error = Object.assign(withCode('EADDRINUSE'), { port: 3000 })
  expect(formatFatalError(error)).toBe(
    'Port 3000 is in use: stop the program that uses it, or set PORT to another port.',
  )
})
