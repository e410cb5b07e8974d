import type { Proof, ProofChallenge } from '@pawtrait/contract/proofs.ts'
import styles from '#ui/proof-bar.css?url'
import { clearSlot, cloneTemplate, requireElement } from './fill-slots.ts'
import type { WorkerSays } from './proof-worker.ts'
// oxlint-disable-next-line import/default -- the address is Vite's to give, not the file's
import workerUrl from './proof-worker.ts?worker&url'

type Policy = { createScriptURL(url: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

// Our policy (security.md §3.2) lets a worker start from an address that was made here alone. Not every browser asks.
const { trustedTypes } = window as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy('pawtrait', {
  createScriptURL: (url) => (url === workerUrl ? url : ''),
})

/**
 * Does the work that the server asks for before it lets somebody unknown try, beside the page's own, and shows how far
 * it is; null when one has cancelled it.
 * @throws Error when this browser cannot.
 */
export async function solveProof(challenge: ProofChallenge): Promise<Proof | null> {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  const { progress, cancelled } = showProgress()
  try {
    const found = await new Promise<WorkerSays['found'] | null>((resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The worker has failed.')))
      worker.addEventListener('message', ({ data: { share, found } }: MessageEvent<WorkerSays>) => {
        if (share !== undefined) progress.value = share
        else if (found) resolve(found)
        else reject(new Error('There is no solution.'))
      })
      void cancelled.then(() => resolve(null))
      worker.postMessage(challenge)
    })
    return found ? { challenge, ...found } : null
  } finally {
    worker.terminate()
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
