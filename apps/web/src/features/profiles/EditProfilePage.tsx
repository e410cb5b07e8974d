import { paths } from '@pawtrait/contract/paths.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormDraft } from '#lib/forms/use-form-draft.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#shell/UnsavedChangesDialog.tsx'
import { useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ChangedFieldsNote, ConflictBox } from '#ui/states/ConflictBox.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { profileQuery } from './profile-cache.ts'
import { listChangedProfileFields, mergeProfileDrafts, toProfileDraft } from './profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'

const changedFieldPhrases = {
  fullname: phrases.profiles.fullnameField,
  bio: phrases.profiles.bioField,
  image: phrases.profiles.pictureField,
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
      <MainContent>{viewer && profile && <Editor viewer={viewer} profile={profile} />}</MainContent>
    </>
  )
}

function Editor({ viewer, profile }: { viewer: Viewer; profile: Profile }) {
  const t = useTranslate()
  const visit = useNavigateAndWait()
  const toast = useToast()
  const { draft, change, expect, settled, isStill } = useFormDraft(() => toProfileDraft(profile))
  const { save, base, theirs, accept } = useSaveProfile(viewer, profile)
  const changes = listChangedProfileFields(base, draft)
  const { blocked, leaveFreely } = useUnsavedChangesGuard(changes.length > 0)
  const saveDraft = (edited = base) => save.mutateAsync({ base: edited, settled }).catch(() => null)
  const submit = async (edited = base) => {
    const saved = await saveDraft(edited)
    if (!saved) return
    const { sent, isQueued } = saved
    toast({ text: t(isQueued ? phrases.app.outboxWaiting : phrases.profiles.savedToast) })
    // Stays on the page if the user has edited the form since Save was pressed. The save does not include these edits.
    if (!isStill()) return change(({ image }) => (image === sent.image ? { image: { kind: 'keep' } } : {}))
    leaveFreely()
    // Without a network the profile can't load, so open the feed, which lists the waiting edit.
    await visit(isQueued ? paths.feed : paths.profile, { replace: true })
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
        conflict={
          theirs && (
            <ConflictBox
              title={t(phrases.profiles.conflictTitle)}
              onSaveOwn={() => {
                change((mine) => mergeProfileDrafts(base, mine, theirs))
                accept(theirs)
                void submit(theirs)
              }}
              onTakeOther={() => {
                change(toProfileDraft(theirs))
                accept(theirs)
              }}
            >
              <ChangedFieldsNote
                fields={listChangedProfileFields(base, toProfileDraft(theirs)).map((field) =>
                  t(changedFieldPhrases[field]),
                )}
              />
            </ConflictBox>
          )
        }
        onSave={() => void submit()}
        onCancel={() => void visit(paths.profile)}
      />
      <UnsavedChangesDialog
        blocked={blocked}
        changes={changes.map((field) => t(changedFieldPhrases[field]))}
        onSave={async () => (await saveDraft()) !== null}
      />
    </>
  )
}
