import type { ReportId, SpamWaveId } from '@pawtrait/contract/ids.ts'
import type { QueuedItem } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '#shell/viewer.ts'
import { flattenQueue, useSelectAll } from './bulk-actions/use-select-all.ts'
import {
  readLastOpenedReport,
  saveCaseOrder,
  saveLastOpenedReport,
  saveQueueState,
} from './case-navigation/case-order.ts'
import { findRowLink, focusRow, getFocusedRowId } from './case-navigation/row-focus.ts'
import { useRestoreQueuePosition } from './case-navigation/use-restore-queue-position.ts'
import { type DeskView, reportQueueQuery } from './desk-cache.ts'
import { getDeskViewUrl } from './desk-view.ts'
import { useAssignReport } from './use-assign-report.ts'
import { useDecideReport } from './use-decide-report.ts'
import { useDeskMutation } from './use-desk-mutation.tsx'
import type { DeskShortcuts } from './use-desk-shortcuts.ts'
import { useStableOrder } from './use-stable-order.ts'

/** Returns the rows of the filtered queue in a stable order, and the rows that the moderator has selected. */
function useQueueLines(view: DeskView) {
  const list = useInfiniteQuery(reportQueueQuery(view))
  const fresh = useMemo(() => flattenQueue(list.data), [list.data])
  const lines = useStableOrder(getDeskViewUrl(view), fresh)
  const [selectedIds, setSelectedIds] = useState<readonly ReportId[]>([])
  const openLines = lines.shown.flatMap(({ line, gone }) => (gone || line.state !== 'open' ? [] : [line]))
  const ids = openLines.map(({ id }) => id)
  const ticked = openLines.filter(({ id }) => selectedIds.includes(id))
  const flip = (id: ReportId) =>
    setSelectedIds((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  const whole = useSelectAll(list, (read) => {
    lines.resetLines(read)
    setSelectedIds(read.map(({ id }) => id))
  })
  const refetchLines = async () => {
    const { data } = await list.refetch()
    lines.resetLines(flattenQueue(data))
  }
  return {
    list,
    lines,
    ids,
    ticked,
    flip,
    whole,
    refetchLines,
    tickAll: () => setSelectedIds(ids),
    untick: () => setSelectedIds([]),
  }
}

type QueueLines = ReturnType<typeof useQueueLines>

/** Returns the actions on a report in the queue: assign, unassign, dismiss. */
function useLineActions({ lines, ids }: QueueLines, savePosition: (id: ReportId) => void) {
  const viewer = useViewer()
  const desk = useDeskMutation()
  const decide = useDecideReport(desk.act)
  const take = useAssignReport()
  const toggleAssignment = (line: QueuedItem | undefined) => {
    if (line?.state === 'open') take.mutate({ id: line.id, take: line.takenBy !== viewer?.username })
  }
  const dismiss = (line: QueuedItem | undefined) => {
    if (line?.state !== 'open') return
    const at = ids.indexOf(line.id)
    savePosition(line.id)
    decide(line, { action: 'dismiss', note: '' }, () => {
      lines.drop(new Set([line.id]))
      focusRow(ids[at + 1] ?? ids[at - 1])
    })
  }
  return { ...desk, take, toggleAssignment, dismiss }
}

/**
 * Shortcuts for groups of reports: w opens the wave of the focused report. In a group, w selects all reports, and u
 * returns to the queue.
 */
function useGroupKeys(
  { view, wave, owner }: DeskView,
  { whole }: QueueLines,
  getFocusedLine: () => QueuedItem | undefined,
): DeskShortcuts {
  const navigate = useNavigate()
  const openWaveQueue = (spamWave?: SpamWaveId) => void navigate(getDeskViewUrl({ view, wave: spamWave }))
  if (wave || owner) return { w: whole.select, u: () => openWaveQueue() }
  return {
    w: () => {
      const focusedWave = getFocusedLine()?.wave
      if (focusedWave) openWaveQueue(focusedWave.id)
    },
  }
}

/**
 * Restores the focused row and the scroll position after a return to the queue. Returns a function that saves row,
 * scroll position and order of the queue; call it before a report opens.
 */
function useSaveQueuePosition(view: DeskView, { lines, ids }: QueueLines) {
  const queries = useQueryClient()
  useRestoreQueuePosition(
    view,
    lines.shown.flatMap(({ line, gone }) => (gone ? [] : [line.id])),
  )
  return (id: ReportId) => {
    saveCaseOrder(queries, ids)
    saveLastOpenedReport(queries, id)
    saveQueueState(queries, { address: getDeskViewUrl(view), scroll: window.scrollY, isLeft: false })
  }
}

/** Returns the state and actions of the queue for its buttons and shortcuts. */
export function useReportQueue(view: DeskView) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isDeciding, setDeciding] = useState(false)
  const queueLines = useQueueLines(view)
  const { lines, ticked } = queueLines
  const savePosition = useSaveQueuePosition(view, queueLines)
  const lineActions = useLineActions(queueLines, savePosition)
  const lineAt = (id: string | undefined) => lines.shown.find(({ line, gone }) => !gone && line.id === id)?.line
  const moveFocus = (step: 1 | -1) => {
    const visibleIds = lines.shown.map(({ line }) => line.id as string)
    // If no row has the focus, the keys j and k continue from the report that was opened last.
    const at = visibleIds.indexOf(getFocusedRowId() ?? readLastOpenedReport(queries) ?? '')
    findRowLink(visibleIds[at < 0 ? 0 : at + step] ?? '')?.focus()
  }
  const decideFocused = () => {
    const line = lineAt(getFocusedRowId())
    if (ticked.length > 0) return setDeciding(true)
    if (!line) return
    savePosition(line.id)
    void navigate(`${paths.reportAtDesk(line.id)}#act`)
  }
  const toggleFocused = () => {
    const line = lineAt(getFocusedRowId())
    if (line?.state === 'open') queueLines.flip(line.id)
  }
  const groupKeys = useGroupKeys(view, queueLines, () => lineAt(getFocusedRowId()))
  const keys: DeskShortcuts = {
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    t: () => lineActions.toggleAssignment(lineAt(getFocusedRowId())),
    d: () => lineActions.dismiss(lineAt(getFocusedRowId())),
    x: toggleFocused,
    a: decideFocused,
    ...groupKeys,
  }
  return { ...queueLines, ...lineActions, keys, savePosition, isDeciding, setDeciding }
}

export type ReportQueueState = ReturnType<typeof useReportQueue>
