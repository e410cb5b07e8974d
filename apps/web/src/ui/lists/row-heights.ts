/** Row heights as JSON, for session storage. */
export type StoredHeights = { width: number; rows: [id: string, height: number][] }

const SAMPLE_SIZE = 3

/**
 * Row heights of a list, measured at the current width. They reserve space for rows outside the DOM. A row that was
 * never rendered gets the average height of the first measured rows.
 */
export class RowHeights {
  #width = 0
  #typical = 0
  readonly #assumedHeight: number
  readonly #rows = new Map<string, number>()
  readonly #watched = new WeakMap<Element, string>()
  readonly #listeners = new Set<() => void>()
  #observer: ResizeObserver | undefined

  /** Row heights of one list. `assumedHeight`: height in pixels before any row is measured. */
  constructor(assumedHeight: number) {
    this.#assumedHeight = assumedHeight
  }

  /** Calls back on a change of width. Returns the function to unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Width at which the rows were measured; 0 before the first measurement. */
  readonly width = (): number => this.#width

  readonly heightOf = (id: string): number => this.#rows.get(id) ?? (this.#typical || this.#assumedHeight)

  /** Measures a row while it is mounted. Returns the function to stop. */
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
      // Ignores elements without a size, for example those of a hidden page.
      if (!size || !id || size.inlineSize === 0) continue
      if (size.inlineSize !== this.#width) this.#resetTo(size.inlineSize)
      this.#rows.set(id, size.blockSize)
    }
    if (this.#typical === 0 && this.#rows.size >= SAMPLE_SIZE)
      this.#typical = [...this.#rows.values()].reduce((sum, height) => sum + height, 0) / this.#rows.size
  }

  /** Discards all measured heights, because they depend on the width. */
  #resetTo(width: number) {
    this.#rows.clear()
    this.#typical = 0
    this.#width = width
    for (const listener of this.#listeners) listener()
  }

  /** Returns the heights of these rows, without rows that were never measured. */
  measuredHeights(ids: readonly string[]): StoredHeights {
    const rows = ids.flatMap((id): StoredHeights['rows'] => {
      const height = this.#rows.get(id)
      return height === undefined ? [] : [[id, height]]
    })
    return { width: this.#width, rows }
  }

  /** Restores stored heights, unless heights have already been measured. */
  restore({ width, rows }: StoredHeights) {
    if (this.#rows.size > 0) return
    this.#resetTo(width)
    for (const [id, height] of rows) this.#rows.set(id, height)
  }
}
