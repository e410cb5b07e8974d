import type { SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '#lib/server/call.ts'

const asksForSudo = (error: Error | null): error is CallError =>
  error instanceof CallError && error.code === 'sudo-required'

/**
 * Sends a change that may require re-authentication (sudo mode). `methods` lists the possible methods; null unless
 * re-authentication is needed. `again` resends the change after re-authentication; `forget` discards the change.
 * `error` is any other failure.
 */
export function useChangeWithSudo<Change, Answer>(
  send: (change: Change) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const { mutate, variables, isPending, error, reset } = useMutation({ mutationFn: send, onSuccess: onDone })
  const methods = asksForSudo(error) ? (error.problem?.methods ?? []) : null
  return {
    change: mutate,
    again: () => variables !== undefined && mutate(variables),
    forget: reset,
    isPending,
    error: methods ? null : error,
    methods: methods as SudoMethod[] | null,
  }
}
