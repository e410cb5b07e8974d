import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts an SMTP server on loopback that stores received messages. With `refuses` it answers 451 to each message. */
export async function startSmtpServer() {
  const received: { to: string; text: string }[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.refuses) return done(Object.assign(new Error('Try later'), { responseCode: 451 }))
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
        received.unshift({ to, text: Buffer.concat(chunks).toString() })
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

// Removes the headers, because eight digits in a Message-ID may look like a code.
const withoutHeaders = (text: string) => text.slice(Math.max(0, text.indexOf('\r\n\r\n')))

/** Returns the eight-digit code in a message. */
export const findMailCode = (message: { text: string } | undefined) =>
  /\b\d{8}\b/.exec(withoutHeaders(message?.text ?? ''))?.[0] ?? ''
