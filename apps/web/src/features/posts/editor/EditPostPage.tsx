import type { PostId } from '@pawtrait/contract/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '#shell/Content.tsx'
import { PageError } from '#shell/navigation/page-answers.ts'
import { loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { EditPostForm } from './EditPostForm.tsx'
import { editedPostQuery } from './use-edit-post.ts'

const idOf = (params: Readonly<Record<string, string | undefined>>) => (params.id ?? '') as PostId

export const loader = loadsForUser(async ({ t, queries, call, viewer }, { params }) => {
  const { post } = await queries.fetchQuery(editedPostQuery(idOf(params), call))
  if (post.author.id !== viewer.id) throw new PageError(404)
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.posts.editTitle) }), hidden: true } }
})

/** `/posts/{id}/edit`, for the post's author. */
export function EditPostPage() {
  const t = useTranslate()
  const { data } = useQuery({ ...editedPostQuery(idOf(useParams())), staleTime: Infinity })
  return (
    <>
      <TopBar title={t(phrases.posts.editTitle)} back titled />
      <Content>{data && <EditPostForm key={data.post.id} start={data} />}</Content>
    </>
  )
}
