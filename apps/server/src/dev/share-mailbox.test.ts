import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createDevMailbox } from '#platform/mail/mail.ts'
import { shareMailbox } from './share-mailbox.ts'

const now = () => new Date('2026-11-24T12:00:00Z')

/** Simulates a process. Returns the mailbox of the process and the messages that it sent to other processes. */
function aProcess() {
  const forwarded: unknown[] = []
  const channel = Object.assign(new EventEmitter(), { send: (message: unknown) => forwarded.push(message) > 0 })
  return { channel, passed: forwarded, mailbox: shareMailbox(createDevMailbox(true, now), channel) }
}

const letter = (n: number) => ({
  to: 'wanjiru@example.test',
  subject: `Letter ${n}`,
  text: 'Hello',
  html: '<p>Hello</p>',
})

it('shareMailbox shows the newest 100 mails of all processes in every process', async () => {
  const { channel, passed, mailbox } = aProcess()
  for (let n = 0; n < 150; n++) channel.emit('message', { mail: { ...letter(n), at: now().toISOString() } })
  channel.emit('message', 'something else')
  expect(mailbox.messages).toHaveLength(100)
  expect(mailbox.messages[0]).toMatchObject(letter(149))
  expect(passed).toEqual([])
  await mailbox.send(letter(150))
  expect(mailbox.messages).toHaveLength(100)
  expect(mailbox.messages[0]).toMatchObject(letter(150))
  expect(passed).toEqual([{ mail: mailbox.messages[0] }])
})
