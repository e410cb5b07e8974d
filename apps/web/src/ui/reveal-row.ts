type Reveal = (id: string) => void

const lists = new Set<Reveal>()

/** Has the windowed list on screen that holds a row draw it at once, so that one can be led there. */
export function revealRow(id: string) {
  for (const reveal of lists) reveal(id)
}

/** Told of each row that is wanted. Gives the way to stop. */
export function onReveal(reveal: Reveal): () => void {
  lists.add(reveal)
  return () => void lists.delete(reveal)
}
