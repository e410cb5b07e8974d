import { counter } from '#platform/monitoring/metrics.ts'

type MailSettings = { smtpUrl: string; mailFrom: string }

export type Message = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Whether messages are delivered, either by SMTP or to the development mailbox (`MAIL=dev`). */
  on: boolean
  /** Sends a message. @throws Error when sending failed */
  send(message: Message): Promise<void>
}

/** Mailbox for development. Keeps the newest hundred messages in memory. The page /dev/mail shows them. */
export type Mailbox = Mailer & {
  messages: StoredMessage[]
  /** Adds a message that another process sent. */
  keep(message: StoredMessage): void
}
type StoredMessage = Message & { at: string }

const MAX_MESSAGES = 100

export const isMailbox = (mail: Mailer): mail is Mailbox => 'messages' in mail

export const createDevMailbox = (on: boolean, now: () => Date): Mailbox => {
  const messages: StoredMessage[] = []
  const keep = (message: StoredMessage) => {
    messages.unshift(message)
    messages.length = Math.min(messages.length, MAX_MESSAGES)
  }
  return { on, messages, keep, send: async (message) => keep({ ...message, at: now().toISOString() }) }
}

const countMail = counter(
  'mails_total',
  'Messages to the mail server: sent, permanently refused because of their address, or failed',
  ['outcome'],
  [['sent'], ['refused'], ['failed']],
)

type MailError = { code?: string; responseCode?: number }

/** Whether the mail server permanently refused this sender or recipient. */
const isRefused = ({ code, responseCode = 0 }: MailError) => code === 'EENVELOPE' && responseCode >= 500

/** Returns only error codes. The server's texts contain mail addresses, which must not be logged. */
function formatErrorCodes(error: unknown): string {
  const { code, responseCode } = error as MailError
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'no reason given'
}

async function createSmtpTransport({ smtpUrl }: MailSettings) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    socketTimeout: 10_000,
    // The app sends no attachments. An attachment could name a file or URL that the mail library reads.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Tests the connection to the mail server. Returns its fault, which is safe to log, or undefined if it works. */
export async function findMailServerFault(config: MailSettings): Promise<string | undefined> {
  const transport = await createSmtpTransport(config)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return formatErrorCodes(error)
  } finally {
    transport.close()
  }
}

/** Loads the SMTP library. Returns a `Mailer` that uses SMTP. */
export async function createSmtpMailer(config: MailSettings): Promise<Mailer> {
  const transport = await createSmtpTransport(config)
  return {
    on: true,
    send: async (message) => {
      await transport.sendMail({ from: config.mailFrom, ...message }).catch((error: unknown) => {
        countMail(isRefused(error as MailError) ? 'refused' : 'failed')
        throw new Error(`The mail server did not accept a message (${formatErrorCodes(error)}).`)
      })
      countMail('sent')
    },
  }
}
