/** Heights of rows as text, to be kept. */
export type KeptHeights = { width: number; rows: [id: string, height: number][] }

const TYPICAL_OF = 3

/**
 * How high the rows of a list are: as they were when last drawn, at this width; those never drawn like the first ones
 * that were. Holds its list's place while most rows are not drawn.
 */
export class RowHeights {
  #width = 0
  #typical = 0
  readonly #unknown: number
  readonly #rows = new Map<string, number>()
  readonly #watched = new WeakMap<Element, string>()
  readonly #listeners = new Set<() => void>()
  #observer: ResizeObserver | undefined

  /** `unknown`: how high a row is taken for before any is measured. */
  constructor(unknown: number) {
    this.#unknown = unknown
  }

  /** Tells of another width. Gives the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The width at which the rows were measured; 0 before. */
  readonly width = (): number => this.#width

  readonly heightOf = (id: string): number => this.#rows.get(id) ?? (this.#typical || this.#unknown)

  /** Measures a row for as long as it is drawn. Gives the way to stop. */
  watch(id: string, row: Element): () => void {
    this.#observer ??= new ResizeObserver((entries) => this.#measure(entries))
    const observer = this.#observer
    this.#watched.set(row, id)
    observer.observe(row, { box: 'border-box' })
    return () => observer.unobserve(row)
  }

  #measure(entries: readonly ResizeObserverEntry[]) {
    for (const { target, borderBoxSize } of entries) {
      const [size] = borderBoxSize
      const id = this.#watched.get(target)
      // What is not shown, as behind another page, has no size.
      if (!size || !id || size.inlineSize === 0) continue
      if (size.inlineSize !== this.#width) this.#beginAt(size.inlineSize)
      this.#rows.set(id, size.blockSize)
    }
    if (this.#typical === 0 && this.#rows.size >= TYPICAL_OF)
      this.#typical = [...this.#rows.values()].reduce((sum, height) => sum + height, 0) / this.#rows.size
  }

  /** At another width every row has another height. */
  #beginAt(width: number) {
    this.#rows.clear()
    this.#typical = 0
    this.#width = width
    for (const listener of this.#listeners) listener()
  }

  /** What is known of these rows. */
  kept(ids: readonly string[]): KeptHeights {
    const rows = ids.flatMap((id): KeptHeights['rows'] => {
      const height = this.#rows.get(id)
      return height === undefined ? [] : [[id, height]]
    })
    return { width: this.#width, rows }
  }

  /** Knows again what was kept, unless it has measured by itself. */
  restore({ width, rows }: KeptHeights) {
    if (this.#rows.size > 0) return
    this.#beginAt(width)
    for (const [id, height] of rows) this.#rows.set(id, height)
  }
}
