import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isPostVisible } from '#features/blocks/visibility.sql.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { viewerFieldColumns } from './viewer-fields.sql.ts'
import type { ViewerFieldsResult, ViewerFieldsRow } from './viewer-independent-post.ts'

const viewerFields = compileStatement<{ viewer: UserId; ids: string }>(
  ['viewer', 'ids'],
  ({ viewer, ids }) => sql`select ${viewerFieldColumns(viewer, sql`p.id = any(${ids}::uuid[])`)}`,
)

const visitorFields = compileStatement<{ ids: string }>(
  ['ids'],
  ({ ids }) => sql`
    select p.id, p.audience, p.edited_at as "editedAt", p.archived_at as "archivedAt", p.like_count as "likeCount",
      false as "followedByMe", false as "likedByMe", false as "savedByMe"
    from posts p join users a on a.id = p.author_id
    where p.id = any(${ids}::uuid[]) and ${isPostVisible(null, 'p', 'a')}`,
)

/** Returns the viewer's fields of visible posts; null if the viewer blocks or is blocked by any user. */
export async function selectViewerFields(
  db: Db,
  viewer: UserId | null,
  ids: readonly PostId[],
): Promise<ViewerFieldsRow[] | null> {
  if (viewer === null) return db.rows<ViewerFieldsRow>(visitorFields({ ids: idArray(ids) }))
  return (await db.row<ViewerFieldsResult>(viewerFields({ viewer, ids: idArray(ids) })))?.views ?? null
}
