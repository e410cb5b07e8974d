import type { Mailbox } from '#platform/mail/mail.ts'

/** A message as processes pass it on to each other. */
export type PassedMail = { mail: Mailbox['messages'][number] }

export const isPassedMail = (message: unknown): message is PassedMail =>
  typeof message === 'object' && message !== null && 'mail' in message

/** The way to the other processes; no `send`: there are none. */
type Channel = {
  send?: (message: object) => unknown
  on(event: 'message', hear: (message: unknown) => void): unknown
}

/** The development mailbox, which holds what every process of the app has sent; alone it stays as it is. */
export function shareMailbox(mailbox: Mailbox, channel: Channel = process): Mailbox {
  if (!channel.send) return mailbox
  channel.on('message', (message) => {
    if (isPassedMail(message)) mailbox.keep(message.mail)
  })
  return {
    ...mailbox,
    send: async (message) => {
      await mailbox.send(message)
      const [mail] = mailbox.messages
      if (mail) channel.send?.({ mail } satisfies PassedMail)
    },
  }
}
