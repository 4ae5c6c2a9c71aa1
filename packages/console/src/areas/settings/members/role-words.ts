import { type Role, roleReaches, roles } from '@svc/model'

export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'Sees everything, changes nothing.',
  member: 'Creates and changes records.',
  admin: 'Also deletes, and looks after members, keys, the vault and integrations.',
  owner: 'The same as an admin, and makes others owners.',
}

/** The roles that somebody may give: nobody makes anyone more than they are. */
export const rolesFor = (own: Role): readonly Role[] => roles.filter((role) => roleReaches(own, role))
