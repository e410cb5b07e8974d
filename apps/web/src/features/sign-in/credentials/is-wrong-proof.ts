import { CallError } from '#lib/server/call.ts'

const codes = new Set<string>([
  'wrong-secret',
  'invalid-code',
  'code-expired',
  'code-replaced',
] satisfies CallError['code'][])

/** Whether what was typed to prove who one is was refused: said beside its field. */
export const isWrongProof = (error: Error | null): error is CallError =>
  error instanceof CallError && codes.has(error.code)
