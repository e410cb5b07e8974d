import type { Comment } from '@pawtrait/contract/comments.ts'
import { useEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConflictBox } from '#ui/states/ConflictBox.tsx'

type CommentConflictProps = { theirs: Comment; onSaveOwn: () => void; onTakeOther: () => void }

/** Notice of an edit conflict. `theirs` is the comment with the newer text. */
export function CommentConflict({ theirs, ...choices }: CommentConflictProps) {
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls the form into view, because the sticky comment field may cover its buttons.
    box.current?.closest('form')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      <ConflictBox title={t(phrases.comments.conflictTitle)} {...choices}>
        {t(phrases.comments.currentText, { text: theirs.text })}
      </ConflictBox>
    </div>
  )
}
