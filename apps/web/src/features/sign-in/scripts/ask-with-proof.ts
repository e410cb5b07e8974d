import { askServer, type Said } from './ask-server.ts'

// Work that took too long is asked for anew.
const ROUNDS = 3

/** Sends what signs up or logs in, with the work that the server asks for; null when one has cancelled that. */
export async function askWithProof(typed: object): Promise<Said | null> {
  let said = await askServer('POST', '/users', typed)
  for (let round = 0; said.code === 'proof-required' && said.problem.challenge && round < ROUNDS; round++) {
    try {
      const { solveProof } = await import('./solve-proof.ts')
      const proof = await solveProof(said.problem.challenge)
      if (!proof) return null
      said = await askServer('POST', '/users', { ...typed, proof })
    } catch {
      break // the form says that it could not be done
    }
  }
  return said
}
