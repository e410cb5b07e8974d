import { petRoles } from '@pawtrait/contract/pets/pets.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { photos } from '#features/media/tables.ts'
import { users } from '#features/users/tables.ts'
import { bytes, id, instant } from '#platform/database/columns.ts'

export const pets = pgTable(
  'pets',
  {
    id: id(),
    /** Part of the page's URL: the pet's name and four random characters. It never changes. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    plainName: text('plain_name').notNull().generatedAlwaysAs(sql`plain(name)`),
    species: text('species', {
      enum: ['dog', 'cat', 'rabbit', 'bird', 'small-and-furry', 'reptile', 'fish', 'horse', 'other'],
    }).notNull(),
    breed: text('breed').notNull().default(''),
    sex: text('sex', { enum: ['female', 'male', 'unknown'] })
      .notNull()
      .default('unknown'),
    birthday: date('birthday', { mode: 'string' }),
    gotchaDay: date('gotcha_day', { mode: 'string' }),
    backdrop: text('backdrop', {
      enum: ['marigold', 'moss', 'lagoon', 'dusk', 'plum', 'rosehip', 'clay', 'fog'],
    }).notNull(),
    bio: text('bio').notNull().default(''),
    portraitId: uuid('portrait_id').references(() => photos.id, { onDelete: 'set null' }),
    /** Day of death. If it is set, the page is a memorial, and the pet never appears in suggestions or memories. */
    diedOn: date('died_on', { mode: 'string' }),
    /** Date of the last birthday that followers were notified of. It prevents a second notification. */
    birthdayToldOn: date('birthday_told_on', { mode: 'string' }),
    followerCount: integer('follower_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** Time when moderators took the pet's page down. The row remains, because an appeal can restore it. */
    takenDownAt: instant('taken_down_at'),
  },
  (t) => [
    uniqueIndex('pets_slug').on(t.slug),
    index('pets_most_followed')
      .on(t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('pets_by_portrait').on(t.portraitId).where(sql`portrait_id is not null`),
    index('pets_search')
      .using('gin', sql`search_keys(search_cell(${t.followerCount}, ${t.id}), ${t.plainName}, '')`)
      .where(sql`deleted_at is null`),
    index('pets_by_plain_name')
      .on(sql`${t.plainName} collate "C"`, t.followerCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    check('pets_counts', sql`${t.followerCount} >= 0`),
  ],
)

export const petPeople = pgTable(
  'pet_people',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: petRoles }).notNull(),
    /** End of a sitter's role; null for other roles. */
    until: instant('until'),
    /** User who added this person; null for the pet's first person, or if the adding user was erased. */
    addedBy: uuid('added_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.petId, t.userId] }), index('pet_people_by_user').on(t.userId, t.createdAt)],
)

/** Invitations to care for a pet, by username or by a one-time link. */
export const petInvites = pgTable(
  'pet_invites',
  {
    id: id(),
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    role: text('role', { enum: petRoles }).notNull(),
    /** End of a sitter's role; null for other roles. */
    until: instant('until'),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The invited user; null for an invitation by link. */
    inviteeId: uuid('invitee_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the link's token; null for an invitation by name. */
    tokenHash: bytes('token_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Time when the invitation was accepted, declined, cancelled or otherwise closed; null before that. */
    closedAt: instant('closed_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'set null' }),
    /** For an invitation to become an owner: the inviting owner's role after it is accepted. Null otherwise. */
    afterwards: text('afterwards', { enum: ['owner', 'family', 'leaves'] }),
  },
  (t) => [
    uniqueIndex('pet_invites_token').on(t.tokenHash),
    uniqueIndex('pet_invites_waiting').on(t.petId, t.inviteeId).where(sql`closed_at is null`),
    index('pet_invites_of_pet').on(t.petId, t.id.desc().nullsFirst()),
    index('pet_invites_of_invitee').on(t.inviteeId, t.id.desc().nullsFirst()),
    index('pet_invites_by_inviter').on(t.invitedBy),
    index('pet_invites_by_accepter').on(t.acceptedBy).where(sql`accepted_by is not null`),
    check('pet_invites_one_way', sql`num_nonnulls(${t.inviteeId}, ${t.tokenHash}) = 1`),
  ],
)

/** Actions on a pet; append-only. */
export const petActions = pgTable(
  'pet_actions',
  {
    id: id(),
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    /** User who acted; null if the system acted or the user was erased. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    verb: text('verb').notNull(),
    /** User affected by the action; null if there is none or the user was erased. */
    aboutUserId: uuid('about_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** New role or changed fields, depending on the action. */
    about: jsonb('about').$type<Record<string, unknown>>().notNull().default({}),
    at: instant('at').notNull(),
  },
  (t) => [
    index('pet_actions_of_pet').on(t.petId, t.id.desc().nullsFirst()),
    index('pet_actions_by_actor').on(t.actorId).where(sql`actor_id is not null`),
    index('pet_actions_about_user').on(t.aboutUserId).where(sql`about_user_id is not null`),
  ],
)

/** Likes ("paws") that users gave a pet on its birthday, deleted after 30 days. */
export const birthdayPaws = pgTable(
  'birthday_paws',
  {
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Date of the birthday in the pet's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.petId, t.day, t.userId] }), index('birthday_paws_by_user').on(t.userId)],
)

/** Tributes on memorials, visible once an owner has approved them. */
export const tributes = pgTable(
  'tributes',
  {
    id: id(),
    petId: uuid('pet_id')
      .notNull()
      .references(() => pets.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    state: text('state', { enum: ['waiting', 'approved', 'declined'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('tributes_of_pet').on(t.petId, t.state, t.id.desc().nullsFirst()),
    index('tributes_by_author').on(t.authorId, t.petId),
    index('tributes_by_decider').on(t.decidedBy).where(sql`decided_by is not null`),
  ],
)
