import { type FollowListUser, removeFollower } from '@pawtrait/contract/follows.ts'
import minus from '@phosphor-icons/core/regular/user-minus.svg?path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'

export function RemoveFollowerButton({
  person: { id, username: name },
}: {
  person: Pick<FollowListUser, 'id' | 'username'>
}) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationKey: ['remove-follower', id],
    mutationFn: () => call(removeFollower, { params: { id } }),
    onSuccess: () => {
      setAsking(false)
      toast({ text: t(phrases.follows.followerRemoved, { name }) })
      // The follower's row is removed with the focused button, so focus the page.
      document.getElementById('main')?.focus({ preventScroll: true })
      for (const queryKey of [['people', 'followers'], ['profile']]) void queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <IconButton
        label={t(phrases.follows.removeFollowerWithName, { name })}
        icon={minus}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t(phrases.follows.removeFollowerTitle, { name })}
        yes={t(phrases.follows.removeFollower)}
        onYes={() => remove.mutate()}
        busy={remove.isPending}
      >
        <p className="muted">{t(phrases.follows.removeFollowerText)}</p>
        <CallErrorMessage title={t(phrases.follows.removeFollowerFailed)} error={remove.error} />
      </ConfirmDialog>
    </>
  )
}
