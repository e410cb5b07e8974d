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

/** A request in progress. `whom` is null before a choice. */
export type PhotoRequestDraft = { address: string; whom: PhotoSubject | null; words: string; email: string }

export const emptyPhotoRequest: PhotoRequestDraft = { address: '', whom: null, words: '', email: '' }

// An expired or used proof is requested again.
const ROUNDS = 3

async function solve(challenge: ProofChallenge | null | undefined): Promise<ProofOfWork | undefined> {
  if (!challenge) return undefined
  const { runProof } = await import('#features/sign-in/scripts/run-proof.ts')
  return (await runProof(challenge)) ?? undefined
}

const askForWork = async () => solve((await call(getPhotoRequestChallenge)).challenge)

type Sent = PhotoRequestDraft & { whom: PhotoSubject }

async function sendProven(draft: Sent, first: ProofOfWork | undefined): Promise<PhotoRequestReceipt> {
  let proof = first
  for (let round = 0; ; round++)
    try {
      return await call(requestPhotoRemoval, { body: { ...draft, proof } })
    } catch (error) {
      const challenge = error instanceof CallError ? error.problem?.challenge : undefined
      if (!challenge || round === ROUNDS) throw error
      proof = await solve(challenge)
    }
}

/** Sends the form. `begin` starts the proof of work while the user types. */
export function usePhotoRequest() {
  const work = useRef<Promise<ProofOfWork | undefined> | null>(null)
  const begin = () => {
    // Without a proof, the server requests one on submit.
    work.current ??= askForWork().catch(() => undefined)
  }
  const send = useMutation({
    mutationKey: ['request-photo'],
    mutationFn: async (draft: Sent) => {
      const proof = (await work.current) ?? undefined
      work.current = null
      return sendProven(draft, proof)
    },
  })
  return { begin, ...send }
}
