import { paths } from '@pawtrait/contract/paths.ts'
import bring from '@phosphor-icons/core/regular/upload-simple.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconRow } from '#ui/lists/IconRow.tsx'

/** Settings row that opens the import from another network. */
export function ImportArchiveRow() {
  const t = useTranslate()
  const open = (
    <Link className={buttonClass({ kind: 'ghost', small: true })} to={paths.importArchive}>
      {t(phrases.archives.chooseArchive)}
    </Link>
  )
  return (
    <IconRow icon={bring} title={t(phrases.archives.rowTitle)} action={open}>
      {t(phrases.archives.rowHelp)}
    </IconRow>
  )
}
