import type { ProofChallenge, ProofOfWork } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import { createTrustedScriptUrl } from '#lib/trusted-script-url.ts'
import type { ProofWorkerMessage } from './proof-worker.ts'
// oxlint-disable-next-line import/default -- Vite generates the default export, the URL
import workerUrl from './proof-worker.ts?worker&url'

type ProofOptions = { onShare?: (share: number) => void; cancelled?: Promise<unknown> }

/**
 * Computes a proof of work in a worker. Returns null if cancelled. @throws Error when the worker fails or finds no
 * solution
 */
export async function runProofWorker(
  challenge: ProofChallenge,
  { onShare, cancelled }: ProofOptions = {},
): Promise<ProofOfWork | null> {
  const worker = new Worker(createTrustedScriptUrl(workerUrl), { type: 'module' })
  try {
    const found = await new Promise<ProofWorkerMessage['found'] | null>((resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The proof-of-work worker failed.')))
      worker.addEventListener('message', ({ data: { share, found } }: MessageEvent<ProofWorkerMessage>) => {
        if (share !== undefined) onShare?.(share)
        else if (found) resolve(found)
        else reject(new Error('The proof of work has no solution.'))
      })
      void cancelled?.then(() => resolve(null))
      worker.postMessage(challenge)
    })
    return found ? { challenge, ...found } : null
  } finally {
    worker.terminate()
  }
}
