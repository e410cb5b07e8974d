import { addReportNote, type ModeratorNote, type ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useUnsentText } from '#lib/forms/use-unsent-text.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { ServerValidatedForm } from '#ui/forms/ServerValidatedForm.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './CasePage.module.css'
import { caseQuery } from './desk-cache.ts'

type CaseNotesProps = { id: ReportDetails['id']; notes: readonly ModeratorNote[] }

export function CaseNotes({ id, notes }: CaseNotesProps) {
  const t = useTranslate()
  return (
    <section className={styles.card} aria-labelledby="notes-title">
      <h2 id="notes-title">{t(phrases.desk.notesTitle)}</h2>
      {notes.length === 0 && <p className="muted">{t(phrases.desk.notesEmptyText)}</p>}
      <ul className={styles.list}>
        {notes.map(({ by, text, at }) => (
          <li key={`${at} ${text}`}>
            <p dir="auto" className={styles.words}>
              {text}
            </p>
            <p className="small muted">
              <span className="id">{by ?? t(phrases.desk.deletedUser)}</span>, <RelativeTime iso={at} />
            </p>
          </li>
        ))}
      </ul>
      <NewNote id={id} />
    </section>
  )
}

function NewNote({ id }: { id: ReportDetails['id'] }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [text, write] = useUnsentText(`desk-note:${id}`)
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['desk-note'],
    mutationFn: () => call(addReportNote, { params: { id }, body: { text } }),
    onSuccess: (note) => {
      write('')
      queries.setQueryData(caseQuery(id).queryKey, (known) => known && { ...known, notes: [...known.notes, note] })
    },
  })
  return (
    <ServerValidatedForm busy={isPending} onSend={() => text.trim() !== '' && mutate()} className={styles.note}>
      <TextArea
        label={t(phrases.desk.newNote)}
        name="desk-note"
        rows={2}
        maxLength={1000}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <CallErrorMessage title={t(phrases.desk.addNoteFailed)} error={error} />
      <Button type="submit" kind="ghost" small busy={isPending}>
        {t(isPending ? phrases.desk.addingNote : phrases.desk.addNote)}
      </Button>
    </ServerValidatedForm>
  )
}
