import { createReadStream } from 'node:fs'

/** Yields the complete lines of a UTF-8 file. Unlike `readline`, does not split at U+2028, which JSON may contain. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  let pieces: string[] = []
  for await (const text of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    let from = 0
    // Searches only the new text: searching a long line from its start each time would take quadratic time.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield pieces.join('') + text.slice(from, end)
      pieces = []
      from = end + 1
    }
    if (from < text.length) pieces.push(text.slice(from))
  }
}
