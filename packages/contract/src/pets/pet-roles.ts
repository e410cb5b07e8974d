import type { PetRole } from './pets.ts'

// Roles that may keep stories as highlights. Sitters may not, because highlights would stay after the sitter's time
// ends.
const keepers = ['owner', 'family', 'carer'] as const
const all = ['owner', 'family', 'carer', 'sitter'] as const
const editors = ['owner', 'family'] as const
const owners = ['owner'] as const

/**
 * For each action on a pet, the roles that may perform it. The server enforces them. Screens show only permitted
 * actions.
 */
export const rolesByPermission = {
  tag: all,
  /** Permission to use the pet's portrait as the user's own picture. */
  'stand-in': all,
  /** Permission to see the people who care for the pet, their roles and their actions. */
  'see-people': all,
  leave: all,
  /** Permission to keep the user's own stories as highlights on the pet's page, and to remove any highlight. */
  highlight: keepers,
  edit: editors,
  'change-portrait': editors,
  'invite-sitter': editors,
  'invite-carer': owners,
  'invite-family': owners,
  /** Permission to transfer or share ownership. */
  'invite-owner': owners,
  'change-role': owners,
  'remove-person': owners,
  'decide-tribute': owners,
  /** Permission to turn the pet's page into a memorial, and to undo that. */
  remember: owners,
  delete: owners,
} as const satisfies Record<string, readonly PetRole[]>
export type PetPermission = keyof typeof rolesByPermission

export const petPermissions = Object.keys(rolesByPermission) as [PetPermission, ...PetPermission[]]

/** Returns whether a role permits an action. Null means that the user has no role. */
export const hasPermission = (role: PetRole | null, verb: PetPermission): boolean =>
  role !== null && (rolesByPermission[verb] as readonly PetRole[]).includes(role)

/** Returns the roles that a user with this role may give to others by invitation. */
export const invitableRoles = (role: PetRole | null): PetRole[] =>
  all.filter((to) => hasPermission(role, `invite-${to}`))
