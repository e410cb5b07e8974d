import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import textAa from '@phosphor-icons/core/regular/text-aa.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './StageView.module.css'
import type { StoryMakerState } from './StoryForm.tsx'

type StageToolsProps = { maker: StoryMakerState; hasPhoto: boolean; onLeave: () => void }

/** Buttons at the top of the stage: close, and add text. */
export function StageTools({ maker, hasPhoto, onLeave }: StageToolsProps) {
  const t = useTranslate()
  return (
    <div className={styles.tools}>
      <IconButton on="photo" icon={x} label={t(phrases.stories.close)} onClick={onLeave} />
      <span className={styles.gap} />
      {hasPhoto && (
        <IconButton
          on="photo"
          icon={textAa}
          label={t(phrases.stories.textTool)}
          onClick={() => maker.setWriting(true)}
        />
      )}
    </div>
  )
}
