const names = new Set<string>()

/** Notes what is in the memory of this page alone, as its browser would not keep it; or that it is not any more. */
export function holdInMemory(name: string, isHeld = true) {
  if (isHeld) names.add(name)
  else names.delete(name)
}

/** Whether leaving the page would lose something that it noted. */
export const holdsInMemory = () => names.size > 0
