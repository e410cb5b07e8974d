const names = new Set<string>()

/**
 * Records whether the data with this name exists only in the memory of this page. This happens if the browser refuses
 * to store the data on the device.
 */
export function recordMemoryOnlyData(name: string, isHeld = true) {
  if (isHeld) names.add(name)
  else names.delete(name)
}

/** Returns whether leaving the page would lose data that exists only in memory. */
export const hasMemoryOnlyData = () => names.size > 0
