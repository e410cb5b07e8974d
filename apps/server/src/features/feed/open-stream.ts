import { PassThrough } from 'node:stream'
import { sessionLives } from '#features/sign-in/sessions/identify.ts'
import type { UserContext } from '#platform/context.ts'
import type { EventStreams, Sink } from '#platform/live/event-stream.ts'
import { resumeStream } from '#platform/live/resume-stream.ts'

type Connection = { writableLength: number; destroy(): unknown; once(event: 'close', run: () => void): unknown }

/**
 * The viewer's stream of the contract's `LiveMessage`s, from now until it is closed on either side, its session ends,
 * its reader falls behind, or ten newer ones of the same user are open.
 * `lastEventId` is what a reader sends that had a stream before: it is told what it missed.
 */
export function openStream(
  ctx: UserContext,
  streams: EventStreams,
  { connection, lastEventId }: { connection: Connection; lastEventId: unknown },
): PassThrough {
  const body = new PassThrough()
  const sink: Sink = {
    write: (text) => body.write(text),
    waitingBytes: () => body.writableLength + body.readableLength + connection.writableLength,
    end: () => body.end(),
    drop: () => {
      body.destroy()
      connection.destroy()
    },
  }
  let hasEnded = false
  let leave = () => {}
  const onEnd = () => {
    hasEnded = true
    leave()
  }
  const resumed = lastEventId === undefined ? undefined : resumeStream(ctx.live, ctx.viewer, lastEventId)
  const cursor = () => (resumed?.isDone() === false ? undefined : ctx.live.cursor())
  const stream = streams.open(sink, { mayGoOn: () => sessionLives(ctx, ctx.clock.now()), onEnd, cursor })
  leave = ctx.live.open({
    user: ctx.viewer,
    session: ctx.session,
    write: resumed?.write ?? stream.send,
    recheck: () => void stream.recheck(),
    close: stream.close,
  })
  // Its first words may have been too much for the connection already.
  if (hasEnded) leave()
  // A session that ended since the request was identified has told only the streams that were open by then.
  void stream.recheck()
  connection.once('close', stream.close)
  // Only now that nothing is missed any more can be asked what was.
  void resumed?.begin(stream)
  return body
}
