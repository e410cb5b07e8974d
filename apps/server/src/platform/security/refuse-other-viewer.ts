import type { UserId } from '@pawtrait/contract/ids.ts'
import { Problem } from '#platform/problem.ts'

/**
 * Refuses a request if another user has logged in since the page was rendered. If the user has logged out since, the
 * request runs without a viewer.
 * @throws Problem 'viewer-changed'
 */
export function refuseOtherViewer(viewer: UserId | null, pageViewer: string | string[] | undefined) {
  if (viewer === null || pageViewer === undefined || pageViewer === viewer) return
  throw new Problem('viewer-changed', 'This page was drawn for another account than the one that is logged in.')
}
