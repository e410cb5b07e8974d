import type { SudoMethod } from '@pawtrait/contract/sign-in/credentials.ts'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '#lib/server/call.ts'

const asksForSudo = (error: Error | null): error is CallError =>
  error instanceof CallError && error.code === 'sudo-required'

/**
 * A change that the server makes only for somebody who has just proven who they are. `methods` is set while that is
 * asked for: whoever has proven it calls `again`, and the same change is sent once more; `forget` gives it up. `error`:
 * why it failed else.
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
