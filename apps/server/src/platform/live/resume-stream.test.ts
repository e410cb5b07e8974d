import type { UserId } from '@pawtrait/contract/ids.ts'
import { expect, it } from 'vitest'
import type { LiveMessages } from './live.ts'
import type { MissedMessage } from './replay.ts'
import { resumeStream } from './resume-stream.ts'

/** Resumes a stream. `sendMissed` resolves the promise for the missed messages. */
function startResume() {
  const missed = Promise.withResolvers<MissedMessage[] | undefined>()
  const sent: unknown[] = []
  const live = { missed: () => missed.promise } as Partial<LiveMessages> as LiveMessages
  const resumed = resumeStream(live, 'somebody' as UserId, '1.1.0')
  const stream = {
    send: (message: object, id?: string) => sent.push([message, id]),
    mark: () => sent.push('caught up'),
    recheck: async () => {},
    close: () => {},
  }
  return { ...resumed, sent, resuming: resumed.begin(stream), sendMissed: missed.resolve }
}

const [first, second, third] = [{ type: 'first' }, { type: 'second' }, { type: 'third' }]
const resync = [{ type: 'resync' }, undefined]

it('resumeStream queues messages during the replay, then sends those that were not replayed', async () => {
  const { write, sent, resuming: begun, sendMissed, isDone } = startResume()
  write(second, '3.3.0')
  write(third, '4.4.0')
  write(third)
  expect([sent, isDone()]).toEqual([[], false])
  sendMissed([
    { id: '2.2.0', message: first },
    { id: '3.3.0', message: second },
  ])
  await begun
  write(first, '5.5.0')
  expect(sent).toEqual([
    [first, '2.2.0'],
    [second, '3.3.0'],
    [third, '4.4.0'],
    [third, undefined],
    'caught up',
    [first, '5.5.0'],
  ])
})

it('resumeStream sends a resync first if missed messages are unknown, or 300 arrive during the replay', async () => {
  const unknown = startResume()
  unknown.write(second, '3.3.0')
  unknown.sendMissed(undefined)
  await unknown.resuming
  expect(unknown.sent).toEqual([resync, [second, '3.3.0'], 'caught up'])

  const flooded = startResume()
  for (let n = 0; n < 300; n++) flooded.write(third, `${n}.9.0`)
  flooded.sendMissed([])
  await flooded.resuming
  expect(flooded.sent[0]).toEqual(resync)
})
