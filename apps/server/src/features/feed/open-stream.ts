import { PassThrough } from 'node:stream'
import { isSessionValid } from '#features/sign-in/sessions/identify-by-session.ts'
import type { UserContext } from '#platform/context.ts'
import type { EventStreams, StreamSink } from '#platform/live/event-stream.ts'
import { resumeStream } from '#platform/live/resume-stream.ts'

type Connection = { writableLength: number; destroy(): unknown; once(event: 'close', run: () => void): unknown }

/**
 * Opens an event stream of `LiveMessage`s. The stream ends with its session, or when either side closes it. It also
 * ends when the client reads too slowly, or when the user has opened ten newer streams. `lastEventId`: id of the last
 * message that the client received. The stream then begins with the missed messages.
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
  let unsubscribe = () => {}
  const onEnd = () => {
    hasEnded = true
    unsubscribe()
  }
  const resumedStream = lastEventId === undefined ? undefined : resumeStream(ctx.live, ctx.viewer, lastEventId)
  const cursor = () => (resumedStream?.isDone() === false ? undefined : ctx.live.cursor())
  const stream = streams.open(sink, { hasAccess: () => isSessionValid(ctx, ctx.clock.now()), onEnd, cursor })
  unsubscribe = ctx.live.open({
    user: ctx.viewer,
    session: ctx.session,
    write: resumedStream?.write ?? stream.send,
    recheck: () => void stream.recheck(),
    close: stream.close,
  })
  // If the connection's buffer was full, the first write has already ended the stream.
  if (hasEnded) unsubscribe()
  // Checks the session again, because it may have ended after authentication but before this stream was registered.
  void stream.recheck()
  connection.once('close', stream.close)
  // Replays missed messages only after subscribing to new ones, so that none is lost in between.
  void resumedStream?.begin(stream)
  return body
}
