import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { saveCurrentLine, setDecidedHere } from '#features/moderation/desk/case-navigation/case-order.ts'
import { caseQuery, refetchDesk } from '#features/moderation/desk/desk-cache.ts'
import { useDeskMutation } from '#features/moderation/desk/use-desk-mutation.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { type Decided, undoEach } from './undo-each.ts'

type Undo = {
  /** Shows a toast with the decision and an undo. After the undo of several decisions, `onUndone` shows them again. */
  offer: (text: string, decided: readonly Decided[], onUndone?: () => Promise<void>) => void
  undo: (decided: Decided) => void
  /** Undoes the last decision, while its toast is visible. */
  undoLast: () => void
  isPending: boolean
  error: Error | null
}

const UndoContext = createContext<Undo | null>(null)

/** Returns the undo functions of the moderation pages, shared across their navigation. */
export function useUndo(): Undo {
  const undo = use(UndoContext)
  if (!undo) throw new Error('useUndo needs a DeskUndoProvider above it.')
  return undo
}

/** Provider that persists across the moderation pages, including the re-authentication dialog. */
export function DeskUndoProvider({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const toast = useToast()
  const { act, isPending, error, sudo } = useDeskMutation()
  const showAgain = useShowReopened()
  const last = useRef(() => {})
  const undoAll = (decided: readonly Decided[], onUndone?: () => Promise<void>) => {
    const goOn = undoEach(decided)
    const [first, ...others] = decided
    act(async () => {
      if (others.length > 0) toast({ text: t(phrases.desk.undoingLabel) })
      const count = await goOn()
      toast({ text: others.length > 0 ? t(phrases.desk.undoneCountToast, { count }) : t(phrases.desk.undoneToast) })
      if (first) await showAgain(decided, onUndone)
    })
  }
  const offer: Undo['offer'] = (text, decided, onUndone) => {
    if (decided.length === 0) toast({ text })
    else last.current = toast({ text, actionLabel: t(phrases.ui.undo), onAction: () => undoAll(decided, onUndone) })
  }
  const undo: Undo = { offer, undo: (item) => undoAll([item]), undoLast: () => last.current(), isPending, error }
  return (
    <UndoContext value={undo}>
      {children}
      {sudo}
    </UndoContext>
  )
}

/** After an undo, opens the case; after the undo of several decisions, the queue, where they are pending again. */
function useShowReopened() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // The undo offered on one page may be pressed on another.
  const here = useRef(pathname)
  useEffect(() => {
    here.current = pathname
  })
  return async (decided: readonly Decided[], onUndone?: () => Promise<void>) => {
    for (const report of decided.flatMap((item) => [item.report, ...(item.also ?? [])])) {
      setDecidedHere(queries, report, false)
      void queries.invalidateQueries({ queryKey: caseQuery(report).queryKey })
    }
    void refetchDesk(queries)
    const [first, ...others] = decided
    if (!first || others.length > 0) {
      await onUndone?.()
      return focusHeading()
    }
    saveCurrentLine(queries, first.report)
    const address = paths.reportAtDesk(first.report)
    if (here.current === address) focusHeading()
    await navigate(address, { replace: here.current !== paths.moderation })
  }
}
