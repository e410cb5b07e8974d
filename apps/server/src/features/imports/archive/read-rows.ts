import { text } from 'node:stream/consumers'
import { BrokenArchive } from './broken-archive.ts'
import type { Archive } from './open-archive.ts'

/** The longest row: a post with everything that was said below it. */
const MOST_ROW_LENGTH = 32 * 1024 * 1024
const MOST_ONE_BYTES = 1024 * 1024

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BrokenArchive('damaged', { cause })
  }
}

/**
 * The rows of a list in an archive; none where there is no such list. An export writes a row on a line, so that not all
 * of them have to be held at once.
 * @throws BrokenArchive
 */
export async function* rowsOf(archive: Archive, name: string): AsyncGenerator<unknown> {
  if (archive.sizeOf(name) === undefined) return
  for await (const line of linesOf(archive, name)) {
    const row = line.trim().replace(/,$/, '')
    if (row !== '' && row !== '[' && row !== ']' && row !== '[]') yield parsed(row)
  }
}

// Not readline: to it a caption may hold ends of lines that are none.
async function* linesOf(archive: Archive, name: string): AsyncGenerator<string> {
  let rest = ''
  const stream = await archive.read(name)
  stream.setEncoding('utf8')
  try {
    for await (const piece of stream as AsyncIterable<string>) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MOST_ROW_LENGTH) throw new BrokenArchive('too-much')
      yield* lines
    }
  } catch (cause) {
    throw cause instanceof BrokenArchive ? cause : new BrokenArchive('damaged', { cause })
  }
  yield rest
}

/** A file that holds one thing; undefined when there is none. @throws BrokenArchive */
export async function oneOf(archive: Archive, name: string): Promise<unknown> {
  const size = archive.sizeOf(name)
  if (size === undefined) return undefined
  if (size > MOST_ONE_BYTES) throw new BrokenArchive('too-much')
  const stream = await archive.read(name)
  return parsed(
    await text(stream).catch((cause: unknown) => {
      throw new BrokenArchive('damaged', { cause })
    }),
  )
}
