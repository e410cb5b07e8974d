import type { ProofChallenge, ProofOfWork } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import styles from '#ui/proof-bar.css?url'
import { clearSlot, cloneTemplate, requireElement } from './dom-templates.ts'
import { runProofWorker } from './run-proof-worker.ts'

/**
 * Computes the proof of work that the server requests from unknown visitors, in a worker, with a progress bar. Returns
 * null if the user cancelled. @throws Error when the worker fails or finds no solution
 */
export async function solveProof(challenge: ProofChallenge): Promise<ProofOfWork | null> {
  const { progress, cancelled } = showProgress()
  const onShare = (share: number) => {
    progress.value = share
  }
  try {
    return await runProofWorker(challenge, { onShare, cancelled })
  } finally {
    clearSlot('error')
  }
}

function showProgress() {
  if (!document.querySelector(`link[href="${styles}"]`))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles }))
  const slot = requireElement('[data-slot="error"]')
  slot.replaceChildren(cloneTemplate('proof'))
  // Sets the text after the live region exists, because screen readers announce only changes in an existing live
  // region.
  const status = requireElement('[role="status"]', slot)
  status.textContent = status.dataset.says ?? ''
  const cancelled = new Promise((resolve) => requireElement('button', slot).addEventListener('click', resolve))
  return { progress: requireElement<HTMLProgressElement>('progress', slot), cancelled }
}
