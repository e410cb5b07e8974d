import {
  getPhotoRequestChallenge,
  type PhotoRequestReceipt,
  type PhotoSubject,
  requestPhotoRemoval,
} from '@pawtrait/contract/moderation/photo-requests.ts'
import type { ProofChallenge, ProofOfWork } from '@pawtrait/contract/sign-in/proof-of-work.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError, call } from '#lib/server/call.ts'

/** State of the form. The person in the photo is null before the user's choice. */
export type PhotoRequestDraft = { address: string; whom: PhotoSubject | null; words: string; email: string }

export const emptyPhotoRequestDraft: PhotoRequestDraft = { address: '', whom: null, words: '', email: '' }

// Maximum number of retries, each with a new proof of work, after the server refused an expired or used proof.
const MAX_RETRIES = 3

async function solve(challenge: ProofChallenge | null | undefined): Promise<ProofOfWork | undefined> {
  if (!challenge) return undefined
  const { runProofWorker } = await import('#features/sign-in/scripts/run-proof-worker.ts')
  return (await runProofWorker(challenge)) ?? undefined
}

const fetchProof = async () => solve((await call(getPhotoRequestChallenge)).challenge)

type PhotoRequestInput = PhotoRequestDraft & { whom: PhotoSubject }

async function sendWithProof(draft: PhotoRequestInput, first: ProofOfWork | undefined): Promise<PhotoRequestReceipt> {
  let proof = first
  for (let round = 0; ; round++)
    try {
      return await call(requestPhotoRemoval, { body: { ...draft, proof } })
    } catch (error) {
      const challenge = error instanceof CallError ? error.problem?.challenge : undefined
      if (!challenge || round === MAX_RETRIES) throw error
      proof = await solve(challenge)
    }
}

/** Mutation that sends the form. `begin` starts to compute the proof of work while the user types. */
export function usePhotoRequest() {
  const work = useRef<Promise<ProofOfWork | undefined> | null>(null)
  const begin = () => {
    // If the proof of work cannot be computed, the form is sent without a proof. The server then responds with a
    // challenge.
    work.current ??= fetchProof().catch(() => undefined)
  }
  const send = useMutation({
    mutationKey: ['request-photo'],
    mutationFn: async (draft: PhotoRequestInput) => {
      const proof = (await work.current) ?? undefined
      work.current = null
      return sendWithProof(draft, proof)
    },
  })
  return { begin, ...send }
}
