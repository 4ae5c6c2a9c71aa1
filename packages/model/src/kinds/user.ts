import { field, identity, timestamps } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { roles } from '../vocabulary.ts'

export const user = defineKind({
  name: 'user',
  noun: 'user',
  title: 'User',
  about: 'A member of the organisation. Read-only here; managed by administrators and sign-in.',
  group: 'Users',
  path: '/users',
  table: 'users',
  idParam: 'uid',
  idPrefix: 'usr',
  home: 'organisation',
  verbs: ['list', 'read'],
  fields: {
    ...identity(),
    email: field.text({ about: 'Their address.', nullable: true }),
    displayName: field.text({ about: 'Their name.', nullable: true }),
    role: field.oneOf(roles, { about: 'What they may do.', nullable: true }),
    isActive: field.boolean({ about: 'May sign in and use tokens.', default: true }),
    avatarKey: field.text({ about: 'Their picture.', nullable: true }),
    avatarBgColor: field.text({ about: 'Its background.', max: 64, nullable: true }),
    avatarFontColor: field.text({ about: 'Its letters.', max: 64, nullable: true }),
    teamIds: field.refs('team', {
      about: 'The teams they are in.',
      managed: true,
      derivedFrom: 'team',
      default: [],
    }),
    lastLoginAt: field.timestamp({ about: 'When they last signed in.', managed: true, nullable: true }),
    ...timestamps(),
  },
  example: { email: 'ada@example.com', displayName: 'Ada', role: 'member' },
})
