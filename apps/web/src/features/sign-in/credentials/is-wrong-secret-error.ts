import { CallError } from '#lib/server/call.ts'

const codes = new Set<string>([
  'wrong-secret',
  'invalid-code',
  'code-expired',
  'code-replaced',
] satisfies CallError['code'][])

/** Returns whether the server refused the typed secret or code. Forms show such an error beside the field. */
export const isWrongSecretError = (error: Error | null): error is CallError =>
  error instanceof CallError && codes.has(error.code)
