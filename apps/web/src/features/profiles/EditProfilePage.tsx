import { paths } from '@pawtrait/contract/paths.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormDraft } from '#lib/forms/use-form-draft.ts'
import { Content } from '#shell/Content.tsx'
import { useVisit } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, userPageLoader } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { UnsavedDialog, useUnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { profileQuery } from './profile-cache.ts'
import { changedFields, toProfileDraft } from './profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'

const words = {
  fullname: phrases.profiles.changedFullname,
  bio: phrases.profiles.changedBio,
  image: phrases.profiles.changedPicture,
} as const

export const loader = userPageLoader(async ({ t, queries, call, viewer }) => {
  await queries.fetchQuery(profileQuery(viewer.username, call))
  return { head: createPageHead(t, t(phrases.profiles.editTitle)) }
})

/** The page at `/profile/edit`. */
export function EditProfilePage() {
  const t = useTranslate()
  const viewer = useViewer()
  const { data: profile } = useQuery(profileQuery(viewer?.username ?? ''))
  return (
    <>
      <TopBar title={t(phrases.profiles.editTitle)} back />
      <Content>{viewer && profile && <Editor viewer={viewer} profile={profile} />}</Content>
    </>
  )
}

function Editor({ viewer, profile }: { viewer: Viewer; profile: Profile }) {
  const t = useTranslate()
  const visit = useVisit()
  const toast = useToast()
  const { draft, change, expect, settled, isStill } = useFormDraft(() => toProfileDraft(profile))
  const save = useSaveProfile(profile)
  const changes = changedFields(profile, draft)
  const { blocked, leaveFreely } = useUnsavedGuard(changes.length > 0)
  const saveDraft = () => save.mutateAsync(settled).catch(() => null)
  const submit = async () => {
    const sent = await saveDraft()
    if (!sent) return
    toast({ text: t(phrases.profiles.savedToast) })
    // The user has edited the form since Save was pressed: stay, so that the later edits are not lost.
    if (!isStill()) return change(({ image }) => (image === sent.image ? { image: { kind: 'keep' } } : {}))
    leaveFreely()
    await visit(paths.profile, { replace: true })
  }
  return (
    <>
      <ProfileForm
        user={viewer}
        pets={profile.pets}
        draft={draft}
        onChange={change}
        onReading={expect}
        isSaving={save.isPending}
        error={save.error}
        onSave={() => void submit()}
        onCancel={() => void visit(paths.profile)}
      />
      <UnsavedDialog
        blocked={blocked}
        changes={changes.map((field) => t(words[field]))}
        onSave={async () => (await saveDraft()) !== null}
      />
    </>
  )
}
