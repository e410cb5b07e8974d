import { askServer, type Said } from './ask-server.ts'

// A proof that took too long expires and is requested again.
const ROUNDS = 3

/** Sends a sign-up or log-in, with the proof of work that the server requests. Null when the user cancelled. */
export async function askWithProof(typed: object): Promise<Said | null> {
  let said = await askServer('POST', '/users', typed)
  for (let round = 0; said.code === 'proof-required' && said.problem.challenge && round < ROUNDS; round++) {
    try {
      const { solveProof } = await import('./solve-proof.ts')
      const proof = await solveProof(said.problem.challenge)
      if (!proof) return null
      said = await askServer('POST', '/users', { ...typed, proof })
    } catch {
      break // the form shows the failure
    }
  }
  return said
}
