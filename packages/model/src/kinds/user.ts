import { contactsSchema } from '../kind/contacts.ts'
import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { roles } from '../vocabulary.ts'

export const user = defineKind({
  name: 'user',
  noun: 'user',
  title: 'User',
  about: 'A member of the organisation. Members are added by admins and by signing in.',
  group: 'Users',
  path: '/users',
  table: 'users',
  idParam: 'uid',
  idPrefix: 'usr',
  home: 'organisation',
  labelFields: ['displayName', 'email'],
  handles: ['email', 'displayName'],
  columns: ['displayName', 'email', 'role', 'teamIds', 'lastLoginAt'],
  verbs: ['list', 'read'],
  activeBy: 'isActive',
  fields: {
    ...identity(),
    email: field.text({
      label: 'E-mail',
      brief: true,
      reads: 'address',
      about: 'Their e-mail address.',
      nullable: true,
    }),
    displayName: field.text({ label: 'Name', about: 'Their name.', nullable: true }),
    role: field.oneOf(roles, { about: 'Their role, which decides what they may do.', nullable: true }),
    isActive: field.boolean({
      label: 'Active',
      about: 'Whether they may sign in and use tokens.',
      default: true,
    }),
    contacts: field.shaped(contactsSchema, {
      label: 'Ways to reach them',
      about: 'Phone numbers, chats and further e-mail addresses to reach them by, the best first.',
      managed: true,
      default: [],
      listed: true,
    }),
    avatarKey: field.text({ about: 'The initials in their avatar.', nullable: true }),
    avatarBgColor: field.text({ about: 'The background colour of their avatar.', max: 64, nullable: true }),
    avatarFontColor: field.text({ about: 'The text colour of their avatar.', max: 64, nullable: true }),
    teamIds: field.refs('team', {
      about: 'The teams they are in.',
      managed: true,
      derivedFrom: 'team',
      default: [],
    }),
    lastLoginAt: field.timestamp({
      label: 'Last signed in',
      about: 'When they last signed in.',
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  alsoFoundBy: ['displayName', 'email'],
  example: { email: 'ada@example.com', displayName: 'Ada', role: 'member' },
})
