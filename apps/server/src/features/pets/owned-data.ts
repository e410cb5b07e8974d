import type { OwnedTable } from '#platform/database/owned-data.ts'
import { exportedAcceptedInvites, exportedAddedPeople, exportedInvites, exportedPets } from './export-queries.ts'

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
    export: { rows: exportedAddedPeople, file: 'pet-people-added' },
    erase: 'name',
    why: 'the added person stays one of the people of the pet',
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
    export: { rows: exportedAcceptedInvites, file: 'pet-invites-accepted' },
    erase: 'name',
    why: 'the invitation belongs to its sender',
  },
  {
    table: 'pet_actions',
    columns: ['actor_id'],
    export: { columns: ['at', 'pet_id', 'verb', 'about'] },
    erase: 'name',
    why: 'the other people of the pet keep its history',
  },
  {
    table: 'pet_actions',
    columns: ['about_user_id'],
    export: { columns: ['at', 'pet_id', 'verb', 'about'], file: 'pet-actions-about-me' },
    erase: 'name',
    why: 'the action belongs to the user who performed it',
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
    why: 'the tribute belongs to its author',
  },
]
