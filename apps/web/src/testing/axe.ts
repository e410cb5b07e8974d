import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const ENTRANCE_MS = 500

/** Waits for the end of entrance animations, because axe would measure colours that are still changing. */
async function waitForAnimations() {
  // An animation starts one frame after the change. Two frames later, `getAnimations` includes it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const animations = document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) <= ENTRANCE_MS)
  await Promise.allSettled(animations.map((animation) => animation.finished))
}

/** Returns violations of WCAG 2.0 to 2.2 A and AA found by axe-core, one line each; empty if there are none. */
export async function listAxeViolations(root: Element = document.body): Promise<string[]> {
  await waitForAnimations()
  const { violations } = await axe.run(root, { runOnly: { type: 'tag', values: RULES } })
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`))
}
