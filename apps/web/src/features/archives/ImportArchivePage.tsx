import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useUnsavedChangesGuard } from '#shell/UnsavedChangesDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { ArchiveErrorBox } from './ArchiveErrorBox.tsx'
import { ArchiveFileButton } from './ArchiveFileButton.tsx'
import { ArchiveFilePicker } from './ArchiveFilePicker.tsx'
import { ArchivePosts } from './ArchivePosts.tsx'
import styles from './ImportArchivePage.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { SkippedContentNotes } from './SkippedContentNotes.tsx'
import { useImportPosts } from './use-import-posts.ts'
import { type ArchiveFileState, useOpenArchive } from './use-open-archive.ts'

export const loader = userPageLoader(({ t }) => ({ head: createPageHead(t, t(phrases.archives.title)) }))

/**
 * The page at `/settings/import-archive`: imports posts from another network's archive, which is read on this device.
 */
export function ImportArchivePage() {
  const t = useTranslate()
  const { state, add, openAgain, close } = useOpenArchive()
  const choose = (files: File[]) => {
    void add(files)
    // The focused file field is removed while the archive is read, so focus the heading.
    focusHeading()
  }
  return (
    <>
      <TopBar title={t(phrases.archives.title)} back titled />
      <MainContent>
        {state.step === 'open' ? (
          <OpenedArchive opened={state} onAdd={choose} onClose={close} onImportAgain={openAgain} />
        ) : (
          <ArchiveFilePicker
            reading={state.step === 'reading'}
            fault={state.step === 'refused' ? state.fault : null}
            onFiles={choose}
          />
        )}
      </MainContent>
    </>
  )
}

type OpenedProps = {
  opened: Extract<ArchiveFileState, { step: 'open' }>
  onAdd: (files: File[]) => void
  onClose: () => void
  onImportAgain: () => void
}

function OpenedArchive({ opened: { archive, known, fault }, onAdd, onClose, onImportAgain }: OpenedProps) {
  const t = useTranslate()
  const { now, begin, end, pause, resume } = useImportPosts()
  const { blocked } = useUnsavedChangesGuard(now !== null && now.step !== 'done')
  const endImport = () => {
    end()
    onImportAgain()
    focusHeading()
  }
  const parts = (
    <div className={styles.parts}>
      {fault && <ArchiveErrorBox fault={fault} />}
      <SkippedContentNotes archive={archive} />
      <ArchiveFileButton label={t(phrases.archives.addParts)} secondary onFiles={onAdd} />
    </div>
  )
  if (archive.posts.length === 0) {
    const text = archive.missing.length > 0 ? phrases.archives.emptyPartText : phrases.archives.emptyText
    return (
      <NothingToImport text={t(text)} onClose={onClose}>
        {parts}
      </NothingToImport>
    )
  }
  return (
    <>
      {now ? (
        <ImportProgress now={now} onPause={pause} onResume={resume} onEnd={endImport} />
      ) : (
        <>
          {parts}
          <ArchivePosts
            archive={archive}
            known={known}
            onImport={(posts, audience) => {
              begin({ posts, audience })
              focusHeading()
            }}
          />
        </>
      )}
      <LeaveQuestion blocked={blocked} />
    </>
  )
}

function NothingToImport({ text, onClose, children }: { text: string; onClose: () => void; children: ReactNode }) {
  const t = useTranslate()
  const otherArchiveButton = (
    <Button kind="ghost" onClick={onClose}>
      {t(phrases.archives.chooseOtherArchive)}
    </Button>
  )
  return (
    <>
      <EmptyState
        picture={<EmptyListArt of="archive" />}
        title={t(phrases.archives.emptyTitle)}
        actions={otherArchiveButton}
      >
        {text}
      </EmptyState>
      {children}
    </>
  )
}

function LeaveQuestion({ blocked }: Pick<ReturnType<typeof useUnsavedChangesGuard>, 'blocked'>) {
  const t = useTranslate()
  return (
    <ConfirmDialog
      open={blocked !== null}
      onClose={() => blocked?.stay()}
      title={t(phrases.archives.stopImportTitle)}
      yes={t(phrases.archives.stopImport)}
      onYes={() => blocked?.leave()}
    >
      <p className="muted">{t(phrases.archives.stopImportText)}</p>
    </ConfirmDialog>
  )
}
