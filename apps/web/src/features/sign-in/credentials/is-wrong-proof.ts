import { CallError } from '#lib/server/call.ts'

const codes = new Set<string>([
  'wrong-secret',
  'invalid-code',
  'code-expired',
  'code-replaced',
] satisfies CallError['code'][])

/** Returns whether re-authentication failed because of the typed secret; the error belongs beside its field. */
export const isWrongProof = (error: Error | null): error is CallError =>
  error instanceof CallError && codes.has(error.code)
