import { connect } from 'node:net'
import { join } from 'node:path'
import { CannotStart } from './errors.ts'
import { SOCKET_PORT } from './settings.ts'

// Implements the part of PostgreSQL's wire protocol 3.0 that one query needs
// (postgresql.org/docs/18/protocol-message-formats.html).
const PROTOCOL = 0x0003_0000
const LENGTH_BYTES = 4

const withLength = (body: Buffer) => {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeInt32BE(body.length + LENGTH_BYTES)
  return Buffer.concat([length, body])
}

const encodeStartup = (user: string, database: string) => {
  const version = Buffer.alloc(LENGTH_BYTES)
  version.writeInt32BE(PROTOCOL)
  return withLength(Buffer.concat([version, Buffer.from(`user\0${user}\0database\0${database}\0\0`)]))
}

const encodeQuery = (sql: string) => Buffer.concat([Buffer.from('Q'), withLength(Buffer.from(`${sql}\0`))])

/** Splits received bytes into messages. `rest` is the beginning of an incomplete message. */
function splitMessages(bytes: Buffer): { messages: { type: string; body: Buffer }[]; rest: Buffer } {
  const messages: { type: string; body: Buffer }[] = []
  let rest = bytes
  while (rest.length > LENGTH_BYTES) {
    const end = 1 + rest.readInt32BE(1)
    if (rest.length < end) break
    messages.push({ type: rest.toString('latin1', 0, 1), body: rest.subarray(1 + LENGTH_BYTES, end) })
    rest = rest.subarray(end)
  }
  return { messages, rest }
}

/** Returns the SQLSTATE and text of an ErrorResponse message. */
function parseError(body: Buffer): { code: string; message: string } {
  const fields = body.toString('utf8').split('\0')
  const field = (letter: string) => fields.find((text) => text.startsWith(letter))?.slice(1) ?? ''
  return { code: field('C'), message: field('M') }
}

/**
 * Runs statements in one transaction, over the Unix socket, as a role that needs no password. Uses the wire protocol
 * directly, because these few statements do not need a driver. Returns the SQLSTATE of the first error, or undefined
 * when all statements succeeded.
 * @throws CannotStart when the server cannot be reached.
 */
export function runStatementsAsRole(
  socketFolder: string,
  { user, database }: { user: string; database: string },
  statements: string[],
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`))
    let [received, isQuerySent, refusal]: [Buffer, boolean, string | undefined] = [Buffer.alloc(0), false, undefined]
    const fail = (why: string) => {
      socket.destroy()
      reject(new CannotStart(`Access to the database could not be restricted: ${why}.`))
    }
    socket.on('connect', () => socket.write(encodeStartup(user, database)))
    socket.on('error', (error) => fail(error.message))
    // The server closes the connection after a failed login.
    socket.on('close', () => (refusal ? resolve(refusal) : fail('the connection ended')))
    socket.on('data', (chunk) => {
      const { messages, rest } = splitMessages(Buffer.concat([received, chunk]))
      received = Buffer.from(rest)
      for (const { type, body } of messages) {
        if (type === 'E') refusal = parseError(body).code
        if (type === 'R' && body.readInt32BE(0) !== 0) return fail('it asks for a password')
        if (type !== 'Z') continue
        if (isQuerySent) {
          resolve(refusal)
          return socket.end()
        }
        isQuerySent = true
        socket.write(encodeQuery(statements.join(';')))
      }
      return undefined
    })
  })
}
