import type { PetRole } from './pets.ts'

// Not a sitter: what is kept stays when they are long gone.
const keepers = ['owner', 'family', 'carer'] as const
const all = ['owner', 'family', 'carer', 'sitter'] as const
const editors = ['owner', 'family'] as const
const owners = ['owner'] as const

/** What may be done to a pet, and in which roles. The server refuses by it, screens show by it. */
export const rolesFor = {
  /** In a post or a story. */
  tag: all,
  /** Let its portrait stand for oneself. */
  'stand-in': all,
  /** Who cares for it, in which role, and what each did. */
  'see-people': all,
  leave: all,
  /** Keep one's stories on its page, take anybody's off. */
  highlight: keepers,
  edit: editors,
  'change-portrait': editors,
  'invite-sitter': editors,
  'invite-carer': owners,
  'invite-family': owners,
  /** Hand over, or share the say. */
  'invite-owner': owners,
  'change-role': owners,
  'remove-person': owners,
  'decide-tribute': owners,
  /** Make its page a memorial, and undo it. */
  remember: owners,
  delete: owners,
} as const satisfies Record<string, readonly PetRole[]>
export type PetVerb = keyof typeof rolesFor

export const petVerbs = Object.keys(rolesFor) as [PetVerb, ...PetVerb[]]

/** Whether a role may do it; null: no role. */
export const mayDo = (role: PetRole | null, verb: PetVerb): boolean =>
  role !== null && (rolesFor[verb] as readonly PetRole[]).includes(role)

/** The roles somebody may invite others to. */
export const invitable = (role: PetRole | null): PetRole[] => all.filter((to) => mayDo(role, `invite-${to}`))
