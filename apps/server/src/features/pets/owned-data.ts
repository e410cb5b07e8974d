import type { OwnedTable } from '#platform/owned-data.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'pet_people',
    columns: ['user_id'],
    export: ['pet_id', 'role', 'until', 'created_at'],
    erase: 'row',
  },
  {
    table: 'pet_people',
    columns: ['added_by'],
    export: ['pet_id', 'user_id', 'role', 'created_at'],
    erase: 'name',
    why: 'somebody whom they let in goes on caring for the pet',
  },
  {
    table: 'pet_invites',
    columns: ['invited_by', 'invitee_id'],
    export: ['pet_id', 'role', 'until', 'created_at', 'closed_at'],
    erase: 'row',
  },
  {
    table: 'pet_invites',
    columns: ['accepted_by'],
    export: ['pet_id', 'role', 'until', 'created_at', 'closed_at'],
    erase: 'name',
    why: 'the invitation is the one who invited',
  },
  {
    table: 'pet_actions',
    columns: ['actor_id'],
    export: ['pet_id', 'verb', 'about', 'at'],
    erase: 'name',
    why: 'the others of a pet keep what was done to it',
  },
  {
    table: 'pet_actions',
    columns: ['about_user_id'],
    export: ['pet_id', 'verb', 'about', 'at'],
    erase: 'name',
    why: 'whoever acted keeps what they did',
  },
  { table: 'birthday_paws', columns: ['user_id'], export: ['pet_id', 'day', 'created_at'], erase: 'row' },
  { table: 'tributes', columns: ['author_id'], export: ['pet_id', 'text', 'state', 'created_at'], erase: 'row' },
  {
    table: 'tributes',
    columns: ['decided_by'],
    export: ['pet_id', 'state', 'decided_at'],
    erase: 'name',
    why: 'the words are the author of the tribute',
  },
]
