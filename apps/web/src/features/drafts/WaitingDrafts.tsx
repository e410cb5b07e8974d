import { paths } from '@pawtrait/contract/paths.ts'
import tray from '@phosphor-icons/core/regular/tray.svg?path'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Link } from '#ui/Link.tsx'
import { Note } from '#ui/Note.tsx'
import { deviceDraftsQuery, draftsQuery } from './draft-cache.ts'

/** How many drafts wait, and the way to them; nothing when there are none. */
export function WaitingDrafts() {
  const viewer = useViewer()
  return viewer ? <Waiting viewer={viewer.id} /> : null
}

function Waiting({ viewer }: { viewer: Parameters<typeof deviceDraftsQuery>[0] }) {
  const t = useTranslate()
  const server = useQuery(draftsQuery()).data ?? []
  const here = (useQuery(deviceDraftsQuery(viewer)).data ?? []).filter(
    ({ kept }) => !kept || server.every(({ id }) => id !== kept.id),
  )
  const count = server.length + here.length
  if (count === 0) return null
  return (
    <Note icon={tray}>
      <Link className="link" to={paths.drafts}>
        {t(phrases.drafts.waiting, { count })}
      </Link>
    </Note>
  )
}
