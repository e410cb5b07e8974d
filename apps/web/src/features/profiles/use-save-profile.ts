import { editProfile, type Profile, removeProfileImage, setProfileImage } from '@pawtrait/contract/profiles.ts'
import { cleanText } from '@pawtrait/contract/text/clean-text.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { storeUser } from '#features/sign-in/sessions/complete-log-in.ts'
import { call } from '#lib/server/call.ts'
import { profileQuery } from './profile-cache.ts'
import { changedFields, type ImageChoice, type ProfileDraft } from './profile-draft.ts'

async function saveImage(choice: ImageChoice): Promise<Viewer | null> {
  if (choice.kind === 'none') return call(removeProfileImage)
  if (choice.kind === 'pet') return call(setProfileImage, { body: { pet: choice.pet.id } })
  if (choice.kind === 'keep') return null
  return call(setProfileImage, { body: { photo: await uploadPicture(choice.picture) } })
}

/** Updates the cached viewer and profile, and stores the viewer for the next start of the app in this browser. */
async function cacheSavedProfile(queries: QueryClient, user: Viewer, bio: string) {
  const { fullname, image, username } = user
  const { queryKey } = profileQuery(username)
  // Cancels pending fetches: their responses would overwrite the saved profile with the old one.
  await Promise.all([['viewer'], queryKey].map((key) => queries.cancelQueries({ queryKey: key, exact: true })))
  queries.setQueryData(['viewer'], user)
  queries.setQueryData<Profile>(queryKey, (known) => known && { ...known, fullname, image, bio })
  storeUser(user)
  // Invalidates lists that contain the name and picture of the user.
  for (const list of ['feed', 'user-posts', 'pet-posts', 'comments', 'people'])
    void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

/**
 * Mutation that saves first the text, then the picture. Waits until the chosen photo is decoded. A retry sends only the
 * part that failed.
 */
export function useSaveProfile(profile: Profile) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['save-profile'],
    mutationFn: async (settled: () => Promise<ProfileDraft>): Promise<ProfileDraft> => {
      const sent = await settled()
      const { fullname, bio, image } = sent
      const words = changedFields(profile, { fullname, bio, image }).filter((field) => field !== 'image')
      if (words.length > 0)
        await cacheSavedProfile(queries, await call(editProfile, { body: { fullname, bio } }), cleanText(bio))
      const user = await saveImage(image)
      if (user) await cacheSavedProfile(queries, user, cleanText(bio))
      return sent
    },
  })
}
