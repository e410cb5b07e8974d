import type { PetRole } from './pets.ts'

// Roles that may keep stories as highlights. Sitters may not: highlights would remain after their time as sitter.
const keepers = ['owner', 'family', 'carer'] as const
const all = ['owner', 'family', 'carer', 'sitter'] as const
const editors = ['owner', 'family'] as const
const owners = ['owner'] as const

/** Roles that may perform each action on a pet. The server enforces them; screens show only permitted actions. */
export const rolesByPermission = {
  tag: all,
  /** Show the pet's portrait as the user's own picture. */
  'stand-in': all,
  /** See the people of the pet, their roles and their actions. */
  'see-people': all,
  leave: all,
  /** Keep own stories as highlights on the pet's page, and remove any highlight. */
  highlight: keepers,
  edit: editors,
  'change-portrait': editors,
  'invite-sitter': editors,
  'invite-carer': owners,
  'invite-family': owners,
  /** Hand over or share ownership. */
  'invite-owner': owners,
  'change-role': owners,
  'remove-person': owners,
  'decide-tribute': owners,
  /** Turn the pet's page into a memorial, and undo that. */
  remember: owners,
  delete: owners,
} as const satisfies Record<string, readonly PetRole[]>
export type PetPermission = keyof typeof rolesByPermission

export const petPermissions = Object.keys(rolesByPermission) as [PetPermission, ...PetPermission[]]

/** Returns whether a role permits an action; null means no role. */
export const hasPermission = (role: PetRole | null, verb: PetPermission): boolean =>
  role !== null && (rolesByPermission[verb] as readonly PetRole[]).includes(role)

/** Returns the roles to which somebody with this role may invite others. */
export const invitableRoles = (role: PetRole | null): PetRole[] =>
  all.filter((to) => hasPermission(role, `invite-${to}`))
