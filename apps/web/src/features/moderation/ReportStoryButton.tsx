import type { Story } from '@pawtrait/contract/stories.ts'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useSafetyMenu } from './use-safety-menu.tsx'

type ReportStoryButtonProps = { story: Story; onDialogChange: (isOpen: boolean) => void }

/** Report button on another user's story. Renders its dialogs into `body`, to avoid the colours of the story. */
export function ReportStoryButton({ story: { id, author }, onDialogChange }: ReportStoryButtonProps) {
  const t = useTranslate()
  const { tools, dialogs, isDialogOpen } = useSafetyMenu({ author, pets: [] }, { type: 'story', id })
  const [report] = tools
  useEffect(() => {
    onDialogChange(isDialogOpen)
    return () => onDialogChange(false)
  }, [isDialogOpen, onDialogChange])
  const label = t(phrases.moderation.reportStory, { name: author.username })
  return (
    <>
      <IconButton label={label} icon={flag} onClick={report.onSelect} />
      {createPortal(dialogs, document.body)}
    </>
  )
}
