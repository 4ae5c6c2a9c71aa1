import { type Role, roleReaches, roles } from '@svc/model'

export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Can view everything and change nothing.',
  member: 'Can create and change records.',
  admin: 'Can also delete, and manage members, keys, the vault and integrations.',
  owner: 'Can do the same as an admin, and make others owners.',
}

/** The roles that somebody may assign: none above their own. */
export const rolesFor = (own: Role): readonly Role[] => roles.filter((role) => roleReaches(own, role))
