import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const ENTRANCE_MS = 500

/** Waits for entrances to end: colours half way would be measured as they are. */
async function settled() {
  // What was changed last begins to move with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document
    .getAnimations()
    .filter((motion) => Number(motion.effect?.getComputedTiming().endTime) <= ENTRANCE_MS)
  await Promise.allSettled(moving.map((motion) => motion.finished))
}

/** What axe-core finds wrong by WCAG 2.0 to 2.2, A and AA: one line each, nothing when all is well. */
export async function axeViolations(root: Element = document.body): Promise<string[]> {
  await settled()
  const { violations } = await axe.run(root, { runOnly: { type: 'tag', values: RULES } })
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`))
}
