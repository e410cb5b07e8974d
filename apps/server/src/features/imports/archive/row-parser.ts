import { none } from 'stream-chain/defs.js'
import Assembler from 'stream-json/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { BrokenArchiveError } from './broken-archive.ts'

/**
 * Maximum number of characters plus JSON tokens in the kept fields of a row. A larger row becomes null. A post with ten
 * photos has at most 20,000.
 */
const MAX_ROW_CHARACTERS = 128 * 1024
const MAX_DEPTH = 64
// Number of characters per call of the JSON parser. The parser returns all tokens of a call at once, so longer pieces
// would need much memory.
const PIECE_LENGTH = 4 * 1024

type RowParserOptions = {
  /** Fields to keep. All other fields are skipped while they are read, so their size does not matter. */
  fields: ReadonlySet<string>
  /** True if the file is an array of rows, false if it is one row. */
  isList: boolean
  /** Called with each row in order; with null for a row that is too large or not an object. */
  onRow: (row: unknown) => void
}

/** Parses a JSON text piece by piece and keeps some fields of its rows. So memory does not grow with the text. */
export class RowParser {
  readonly #options: RowParserOptions
  readonly #rowDepth: number
  readonly #parse = jsonParser({ packValues: false })
  #depth = 0
  #row: Assembler | null = null
  #size = 0
  #isSkipping = false
  #text = ''

  constructor(options: RowParserOptions) {
    this.#options = options
    this.#rowDepth = options.isList ? 1 : 0
  }

  /** @throws BrokenArchiveError */
  write(text: string): void {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) this.#read(text.slice(at, at + PIECE_LENGTH))
  }

  /** Ends the parsing; call it after the last piece. @throws BrokenArchiveError when the text ends too early */
  end(): void {
    this.#read(none)
    if (this.#depth > 0) throw new BrokenArchiveError('damaged')
  }

  #read(piece: string | typeof none) {
    for (const token of this.#tokensOf(piece)) this.#consume(token)
  }

  #tokensOf(piece: string | typeof none): readonly Token[] {
    try {
      // The parser accepts the symbol `none` as the end of the text, but its types allow only strings.
      const tokens = this.#parse(piece as string)
      return tokens === none ? [] : tokens.values
    } catch (cause) {
      throw new BrokenArchiveError('damaged', { cause })
    }
  }

  #consume(token: Token) {
    const { name } = token
    if (name === 'startObject' || name === 'startArray') this.#open(token)
    else if (name === 'endObject' || name === 'endArray') this.#close(token)
    else this.#pass(token)
  }

  #open(token: Token) {
    if (this.#depth === this.#rowDepth) this.#begin(token)
    if (this.#depth < this.#rowDepth && token.name !== 'startArray') throw new BrokenArchiveError('damaged')
    if (this.#depth >= MAX_DEPTH) throw new BrokenArchiveError('too-much')
    if (this.#depth >= this.#rowDepth) this.#keep(token)
    this.#depth++
  }

  #close(token: Token) {
    this.#depth--
    if (this.#depth < this.#rowDepth) return
    if (this.#depth === this.#rowDepth) this.#isSkipping = false
    this.#keep(token)
    if (this.#depth === this.#rowDepth) this.#finish()
  }

  #begin({ name }: Token) {
    this.#row = name === 'startObject' ? new Assembler() : null
    this.#size = 0
    this.#isSkipping = false
  }

  #finish() {
    const row = this.#row?.current ?? null
    this.#row = null
    this.#options.onRow(row)
  }

  #pass(token: Token) {
    if (this.#depth > this.#rowDepth) return this.#scalar(token)
    if (this.#depth < this.#rowDepth) throw new BrokenArchiveError('damaged')
    if (['endString', 'endNumber', 'nullValue', 'trueValue', 'falseValue'].includes(token.name)) this.#finish()
  }

  #scalar(token: Token) {
    const { name } = token
    const isField = this.#depth === this.#rowDepth + 1
    if (name === 'startKey' && isField) this.#isSkipping = false
    if (name === 'startKey' || name === 'startString' || name === 'startNumber') this.#text = ''
    else if (name === 'stringChunk' || name === 'numberChunk') this.#collect(token.value)
    else if (name === 'endKey') {
      this.#isSkipping ||= isField && !this.#options.fields.has(this.#text)
      this.#keep({ name: 'keyValue', value: this.#text })
    } else if (name === 'endString') this.#keep({ name: 'stringValue', value: this.#text })
    else if (name === 'endNumber') this.#keep({ name: 'numberValue', value: this.#text })
    else this.#keep(token)
  }

  #collect(text: string) {
    if (this.#isSkipping || !this.#row) return
    this.#text += text
    this.#count(text.length)
  }

  #keep(token: Token) {
    if (this.#isSkipping || !this.#row) return
    this.#row.consume(token)
    this.#count(1)
  }

  #count(more: number) {
    this.#size += more
    if (this.#size > MAX_ROW_CHARACTERS) this.#row = null
  }
}
