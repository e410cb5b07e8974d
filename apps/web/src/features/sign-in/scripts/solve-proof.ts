import type { Proof, ProofChallenge } from '@pawtrait/contract/sign-in/proofs.ts'
import styles from '#ui/proof-bar.css?url'
import { clearSlot, cloneTemplate, requireElement } from './fill-slots.ts'
import { runProof } from './run-proof.ts'

/**
 * Does the work that the server asks for before it lets somebody unknown try, beside the page's own, and shows how far
 * it is; null when one has cancelled it.
 * @throws Error when this browser cannot.
 */
export async function solveProof(challenge: ProofChallenge): Promise<Proof | null> {
  const { progress, cancelled } = showProgress()
  const onShare = (share: number) => {
    progress.value = share
  }
  try {
    return await runProof(challenge, { onShare, cancelled })
  } finally {
    clearSlot('error')
  }
}

function showProgress() {
  if (!document.querySelector(`link[href="${styles}"]`))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles }))
  const slot = requireElement('[data-slot="error"]')
  slot.replaceChildren(cloneTemplate('proof'))
  // A screen reader says what is put into a place that it knows already.
  const says = requireElement('[role="status"]', slot)
  says.textContent = says.dataset.says ?? ''
  const cancelled = new Promise((resolve) => requireElement('button', slot).addEventListener('click', resolve))
  return { progress: requireElement<HTMLProgressElement>('progress', slot), cancelled }
}
