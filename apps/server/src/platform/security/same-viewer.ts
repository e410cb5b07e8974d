import type { UserId } from '@pawtrait/contract/ids.ts'
import { Problem } from '#platform/problem.ts'

/**
 * Refuses to act in the name of whoever logged in after the asking page was drawn. A page whose session has merely
 * ended acts for nobody: what needs a user refuses it by itself, and whoever typed something logs in again.
 * @throws Problem 'viewer-changed'
 */
export function refuseOtherViewer(viewer: UserId | null, drawnFor: string | string[] | undefined) {
  if (viewer === null || drawnFor === undefined || drawnFor === viewer) return
  throw new Problem('viewer-changed', 'This page was drawn for another account than the one that is logged in.')
}
