import type { Mailbox } from '#platform/mail/mail.ts'

export type ForwardedMail = { mail: Mailbox['messages'][number] }

export const isForwardedMail = (message: unknown): message is ForwardedMail =>
  typeof message === 'object' && message !== null && 'mail' in message

/** IPC channel to the other server processes. `send` is undefined when the app runs as a single process. */
type Channel = {
  send?: (message: object) => unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** A mailbox for development that all processes share. */
export function shareMailbox(mailbox: Mailbox, channel: Channel = process): Mailbox {
  if (!channel.send) return mailbox
  channel.on('message', (message) => {
    if (isForwardedMail(message)) mailbox.keep(message.mail)
  })
  return {
    ...mailbox,
    send: async (message) => {
      await mailbox.send(message)
      const [mail] = mailbox.messages
      if (mail) channel.send?.({ mail } satisfies ForwardedMail)
    },
  }
}
