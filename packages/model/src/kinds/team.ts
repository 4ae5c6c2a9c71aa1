import { description, field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'

export const team = defineKind({
  name: 'team',
  noun: 'team',
  title: 'Team',
  about: 'A group of people who own things together.',
  group: 'Teams',
  path: '/teams',
  table: 'teams',
  idParam: 'teamId',
  idPrefix: 'team',
  resourceType: 'team',
  home: 'partition',
  labelFields: ['name'],
  columns: ['name', 'description', 'leadUid', 'memberUids', 'slackChannel'],
  place: { section: 'catalog', position: 60, icon: 'users', key: 't' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    color: field.text({ label: 'Colour', about: 'A colour to recognise it by.', max: 64, nullable: true }),
    slackChannel: field.text({ brief: true, about: 'The Slack channel to reach it in.', nullable: true }),
    channelUrl: field.url({
      label: 'Channel link',
      about: 'The address that opens that channel, or another place to reach it in.',
      nullable: true,
    }),
    leadUid: field.ref('user', {
      about: 'The member who leads it. Deactivated members are allowed.',
      nullable: true,
      responsibility: 'leads',
      evenInactive: true,
    }),
    leadIsActive: field.boolean({
      about: 'Whether that member is active; null if there is no lead.',
      managed: true,
      nullable: true,
      derivedFrom: 'user',
    }),
    memberUids: field.refs('user', {
      about: 'Its members. Their order is kept: some tools treat the first as the lead.',
      default: [],
      listed: true,
      responsibility: 'memberOf',
    }),
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['slackChannel'],
  example: {
    name: 'Payments',
    description: 'Everything that moves money.',
    slackChannel: '#payments',
    channelUrl: 'https://acme.slack.com/archives/C024BE91L',
  },
})
