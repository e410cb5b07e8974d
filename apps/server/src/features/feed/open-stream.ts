import { PassThrough } from 'node:stream'
import { isSessionValid } from '#features/sign-in/sessions/identify.ts'
import type { UserContext } from '#platform/context.ts'
import type { EventStreams, StreamSink } from '#platform/live/event-stream.ts'
import { resumeStream } from '#platform/live/resume-stream.ts'

type Connection = { writableLength: number; destroy(): unknown; once(event: 'close', run: () => void): unknown }

/**
 * Opens an event stream of the contract's `LiveMessage`s for the viewer. It ends when either side closes it, its
 * session ends, its reader falls behind, or the same user opens ten newer streams.
 * With `lastEventId`, sent by a reader that reconnects, missed messages are replayed.
 */
export function openStream(
  ctx: UserContext,
  streams: EventStreams,
  { connection, lastEventId }: { connection: Connection; lastEventId: unknown },
): PassThrough {
  const body = new PassThrough()
  const sink: StreamSink = {
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
  const stream = streams.open(sink, { mayGoOn: () => isSessionValid(ctx, ctx.clock.now()), onEnd, cursor })
  leave = ctx.live.open({
    user: ctx.viewer,
    session: ctx.session,
    write: resumed?.write ?? stream.send,
    recheck: () => void stream.recheck(),
    close: stream.close,
  })
  // The first write may have ended the stream already, if the connection was full.
  if (hasEnded) leave()
  // If the session ended after the request was identified, this stream was not open yet and got no notice: check again.
  void stream.recheck()
  connection.once('close', stream.close)
  // Replay starts after the subscription: otherwise messages between the two would be lost.
  void resumed?.begin(stream)
  return body
}
