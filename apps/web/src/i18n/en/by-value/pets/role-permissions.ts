export const rolePermissions = {
  owner: 'Everything, including handing over and saying goodbye. There is always one.',
  family: 'Posts, edits the page and invites sitters.',
  carer: 'Posts.',
  sitter: 'Posts, until a date you choose.',
} as const
