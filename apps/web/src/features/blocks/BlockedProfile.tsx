import type { UserCard } from '@pawtrait/contract/users.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { useUnblock } from './use-block.ts'

/** Replaces the profile of a user that the viewer blocks, with a button to unblock. */
export function BlockedProfile({ user: { id, fullname } }: { user: UserCard }) {
  const t = useTranslate()
  const toast = useToast()
  const unblock = useUnblock()
  const unblockUser = () =>
    unblock.mutate(id, { onSuccess: () => toast({ text: t(phrases.blocks.unblockedToast, { name: fullname }) }) })
  const action = (
    <Button busy={unblock.isPending} onClick={unblockUser}>
      {t(phrases.blocks.unblock)}
    </Button>
  )
  return (
    <>
      <EmptyState
        picture={<EmptyListArt of="blocked" />}
        title={t(phrases.blocks.blockedUserTitle, { name: fullname })}
        actions={action}
      >
        {t(phrases.blocks.blockedUserText)}
      </EmptyState>
      {/* Shows no cause of the error: the texts of all causes would make the first load too large. */}
      {unblock.isError && (
        <ErrorBox title={t(phrases.blocks.unblockFailed, { name: fullname })}>{t(phrases.ui.tryAgain)}</ErrorBox>
      )}
    </>
  )
}
