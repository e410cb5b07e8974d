import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedAccepted, exportedInvites, exportedPeopleAdded, exportedPets } from './export-queries.ts'

export const ownedData: readonly OwnedTable[] = [
  {
    table: 'pet_people',
    columns: ['user_id'],
    export: { rows: exportedPets, file: 'pets' },
    erase: 'row',
  },
  {
    table: 'pet_people',
    columns: ['added_by'],
    export: { rows: exportedPeopleAdded, file: 'pet-people-added' },
    erase: 'name',
    why: 'somebody whom they let in goes on caring for the pet',
  },
  {
    table: 'pet_invites',
    columns: ['invited_by', 'invitee_id'],
    export: { rows: exportedInvites },
    erase: 'row',
  },
  {
    table: 'pet_invites',
    columns: ['accepted_by'],
    export: { rows: exportedAccepted, file: 'pet-invites-accepted' },
    erase: 'name',
    why: 'the invitation is the one who invited',
  },
  {
    table: 'pet_actions',
    columns: ['actor_id'],
    export: { columns: ['at', 'pet_id', 'verb', 'about'] },
    erase: 'name',
    why: 'the others of a pet keep what was done to it',
  },
  {
    table: 'pet_actions',
    columns: ['about_user_id'],
    export: { columns: ['at', 'pet_id', 'verb', 'about'], file: 'pet-actions-about-me' },
    erase: 'name',
    why: 'whoever acted keeps what they did',
  },
  { table: 'birthday_paws', columns: ['user_id'], export: { columns: ['created_at', 'pet_id', 'day'] }, erase: 'row' },
  {
    table: 'tributes',
    columns: ['author_id'],
    export: { columns: ['created_at', 'pet_id', 'text', 'state'] },
    erase: 'row',
  },
  {
    table: 'tributes',
    columns: ['decided_by'],
    export: { columns: ['decided_at', 'pet_id', 'state'], file: 'tributes-decided' },
    erase: 'name',
    why: 'the words are the author of the tribute',
  },
]
