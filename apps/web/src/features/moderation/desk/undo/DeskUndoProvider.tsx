import { paths } from '@pawtrait/contract/paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { saveLastOpenedReport, setDecidedLocally } from '#features/moderation/desk/case-navigation/case-order.ts'
import { caseQuery, refetchDesk } from '#features/moderation/desk/desk-cache.ts'
import { useDeskMutation } from '#features/moderation/desk/use-desk-mutation.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { createUndo, type DecidedReport } from './create-undo.ts'

type Undo = {
  /** Shows a toast with an undo button. After an undo of several decisions, `onUndone` shows the reports again. */
  offer: (text: string, decided: readonly DecidedReport[], onUndone?: () => Promise<void>) => void
  undo: (decided: DecidedReport) => void
  /** Undoes the last decision. Has no effect after the toast of the decision has closed. */
  undoLast: () => void
  isPending: boolean
  error: Error | null
}

const UndoContext = createContext<Undo | null>(null)

/** Returns the undo functions of the `DeskUndoProvider` around all moderation pages. */
export function useUndo(): Undo {
  const undo = use(UndoContext)
  if (!undo) throw new Error('useUndo needs a DeskUndoProvider above it.')
  return undo
}

/** Provides undo to all moderation pages, with a re-authentication dialog. Stays mounted when the page changes. */
export function DeskUndoProvider({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const toast = useToast()
  const { act, isPending, error, sudo } = useDeskMutation()
  const showAgain = useShowReopened()
  const last = useRef(() => {})
  const undoAll = (decided: readonly DecidedReport[], onUndone?: () => Promise<void>) => {
    const undoRemaining = createUndo(decided)
    const [first, ...others] = decided
    act(async () => {
      if (others.length > 0) toast({ text: t(phrases.desk.undoingLabel) })
      const count = await undoRemaining()
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

/** Returns a function to call after an undo. It opens the report, or calls `onUndone` if there are several reports. */
function useShowReopened() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // The user may press Undo after a navigation, so a ref holds the current path.
  const currentPath = useRef(pathname)
  useEffect(() => {
    currentPath.current = pathname
  })
  return async (decided: readonly DecidedReport[], onUndone?: () => Promise<void>) => {
    for (const report of decided.flatMap((item) => [item.report, ...(item.also ?? [])])) {
      setDecidedLocally(queries, report, false)
      void queries.invalidateQueries({ queryKey: caseQuery(report).queryKey })
    }
    void refetchDesk(queries)
    const [first, ...others] = decided
    if (!first || others.length > 0) {
      await onUndone?.()
      return focusHeading()
    }
    saveLastOpenedReport(queries, first.report)
    const address = paths.reportAtDesk(first.report)
    if (currentPath.current === address) focusHeading()
    await navigate(address, { replace: currentPath.current !== paths.moderation })
  }
}
