import { editProfile, type Profile, removeProfileImage, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { cleanText } from '@pawtrait/contract/text/clean-text.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { storeUser } from '#features/sign-in/sessions/complete-log-in.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { call } from '#lib/server/call.ts'
import { isEditConflict, useEditedVersion } from '#lib/use-edited-version.ts'
import { profileQuery } from './profile-cache.ts'
import { type ImageChoice, listChangedProfileFields, type ProfileDraft } from './profile-draft.ts'

/** Saves the chosen picture, which needs the network. Returns null if the picture is unchanged. */
async function saveImage(choice: ImageChoice): Promise<Viewer | null> {
  if (choice.kind === 'none') return call(removeProfileImage)
  if (choice.kind === 'pet') return call(setProfileImage, { body: { pet: choice.pet.id } })
  if (choice.kind === 'keep') return null
  return call(setProfileImage, { body: { photo: await uploadPicture(choice.picture) } })
}

/** Updates the cached viewer and profile, and stores the viewer for the next start of the app in this browser. */
async function cacheSavedProfile(
  queries: QueryClient,
  user: Viewer,
  changes: Partial<Pick<Profile, 'bio' | 'editedAt'>>,
) {
  const { fullname, image, username } = user
  const { queryKey } = profileQuery(username)
  // Cancels pending fetches, because their responses would overwrite the saved profile with the old one.
  await Promise.all([['viewer'], queryKey].map((key) => queries.cancelQueries({ queryKey: key, exact: true })))
  queries.setQueryData(['viewer'], user)
  queries.setQueryData<Profile>(queryKey, (known) => known && { ...known, fullname, image, ...changes })
  storeUser(user)
  // Invalidates lists that contain the name and picture of the user.
  for (const list of ['feed', 'user-posts', 'pet-posts', 'comments', 'people'])
    void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

type Save = {
  /** Version of the profile that the user has edited. */
  base: Profile
  settled: () => Promise<ProfileDraft>
}

/** `isQueued` is true if name and bio wait in the outbox. */
type SavedProfile = { sent: ProfileDraft; isQueued: boolean }

/** Saves name and bio. Without a network they wait in the outbox, unless there is also a picture to save. */
function saveText(edited: Profile, { fullname, bio, image }: ProfileDraft) {
  const body = { fullname, bio, seen: edited.editedAt }
  if (image.kind !== 'keep') return call(editProfile, { body })
  const resource = `profile:${edited.username.toLowerCase()}`
  const text = [fullname, bio].filter(Boolean).join(' – ')
  return callOrQueue(editProfile, { body }, { kind: 'edit', thing: resource, words: text, isState: true })
}

/**
 * Mutation that saves first the text, then the picture. Waits until the chosen photo is decoded. A retry sends only the
 * part that failed.
 */
export function useSaveProfile(viewer: Viewer, start: Profile) {
  const queries = useQueryClient()
  const { base, theirs, setTheirs, accept } = useEditedVersion(start)
  const save = useMutation({
    mutationKey: ['save-profile'],
    mutationFn: async ({ base: edited, settled }: Save): Promise<SavedProfile> => {
      const savedDraft = await settled()
      const { fullname, bio, image } = savedDraft
      let isQueued = false
      if (listChangedProfileFields(edited, savedDraft).some((field) => field !== 'image')) {
        const saved = await saveText(edited, savedDraft)
        isQueued = saved === QUEUED_CALL
        const { editedAt, ...user } = saved === QUEUED_CALL ? { ...viewer, fullname, editedAt: edited.editedAt } : saved
        accept({ ...edited, fullname, bio, editedAt })
        await cacheSavedProfile(queries, user, { bio: cleanText(bio), editedAt })
      }
      const user = await saveImage(image)
      if (user) await cacheSavedProfile(queries, user, {})
      return { sent: savedDraft, isQueued }
    },
    onError: async (cause, { base: edited }) => {
      if (!isEditConflict(cause)) return
      const query = { ...profileQuery(edited.username), staleTime: 0 }
      const newest = await queries.fetchQuery(query).catch(() => null)
      if (newest && newest.editedAt !== edited.editedAt) setTheirs(newest)
    },
  })
  const acceptTheirs = (newest: Profile) => {
    accept(newest)
    save.reset()
  }
  return { save, base, theirs, accept: acceptTheirs }
}
