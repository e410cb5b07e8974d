import { type ApiResponse, sendJson } from './send-json.ts'

// Maximum number of proofs for one request. A proof that takes too long expires, and the server requests another.
const MAX_ROUNDS = 3

/** Sends a sign-up or log-in, with the proof of work that the server requests. Returns null if the user cancelled. */
export async function sendWithProof(typed: object): Promise<ApiResponse | null> {
  let response = await sendJson('POST', '/users', typed)
  for (let round = 0; response.code === 'proof-required' && response.problem.challenge && round < MAX_ROUNDS; round++) {
    try {
      const { solveProof } = await import('./solve-proof.ts')
      const proof = await solveProof(response.problem.challenge)
      if (!proof) return null
      response = await sendJson('POST', '/users', { ...typed, proof })
    } catch {
      break // The last response is `proof-required`, for which the form shows an error.
    }
  }
  return response
}
