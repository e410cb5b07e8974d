import type { DecisionId, NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

type DecisionNotification = { userId: UserId; type: NotificationType; groupKey: string; decisionId: DecisionId | null }

/** Returns a decision's notification for the owner of the moderated item; none for a dismissal. Ignores settings. */
export const selectOwnerRecipient = (db: Db, decision: DecisionId, what: string) =>
  db.rows<DecisionNotification>(sql`
    select d.owner_id as "userId", 'decision' as type, ${`decision:${decision}:${what}`} as "groupKey",
      d.id as "decisionId"
    from decisions d where d.id = ${decision} and d.action <> 'dismiss'`)

/** Returns notifications for the reporters of the decided reports, except reporters who switched this type off. */
export const selectReporterRecipients = (db: Db, decision: DecisionId) =>
  db.rows<DecisionNotification>(sql`
    select c."userId", c.type, c."groupKey", null as "decisionId" from (
      select r.reporter_id as "userId", 'report-' || r.state as type,
        'report:' || r.id || ':' || r.decision_id as "groupKey"
      from reports r where r.decision_id = ${decision} and r.state <> 'open') c
      join users u on u.id = c."userId" and u.state = 'active' and u.deleted_at is null
    where not exists (select 1 from notifications_off o where o.user_id = c."userId" and o.type = c.type)`)

/** Inserts notifications without actors; idempotent. Returns the inserted notifications. */
export const insertDecisionNotifications = (
  db: Db,
  newNotifications: readonly (DecisionNotification & { id: NotificationId })[],
  at: Date,
) =>
  db.rows<{ userId: UserId; id: NotificationId }>(sql`
    insert into notifications (id, user_id, type, group_key, decision_id, actor_count, created_at, updated_at)
    select x.id, x."userId", x.type, x."groupKey", x."decisionId", 0, ${at.toISOString()}::timestamptz,
      ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(newNotifications)}::text::jsonb)
      as x (id uuid, "userId" uuid, type text, "groupKey" text, "decisionId" uuid)
    where not exists (select 1 from notifications n where n.user_id = x."userId" and n.group_key = x."groupKey")
    on conflict (user_id, group_key) where read_at is null do nothing
    returning user_id as "userId", id`)
