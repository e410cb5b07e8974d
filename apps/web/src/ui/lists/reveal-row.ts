type Reveal = (id: string) => void

const lists = new Set<Reveal>()
const waiting = new Set<() => void>()

/** Has the windowed list on screen that holds a row draw it at once, so that one can be led there. */
export function revealRow(id: string) {
  for (const reveal of lists) reveal(id)
}

/** Calls back once when another list can draw what is wanted: its code may come later than the wish. */
export function onNextList(then: () => void) {
  waiting.add(then)
}

/** Told of each row that is wanted. Gives the way to stop. */
export function onReveal(reveal: Reveal): () => void {
  lists.add(reveal)
  for (const then of waiting) setTimeout(then)
  waiting.clear()
  return () => void lists.delete(reveal)
}
