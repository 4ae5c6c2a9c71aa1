import { description, field, identity, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import type { IntegrationType } from './integration.ts'

export const project = defineKind({
  name: 'project',
  noun: 'project',
  title: 'Project',
  about: 'A component or app that a team builds and runs.',
  group: 'Projects',
  path: '/projects',
  table: 'projects',
  idParam: 'appId',
  idPrefix: 'prj',
  resourceType: 'project',
  home: 'partition',
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'What people call it.' }),
    description,
    githubUrl: field.url({ about: 'Its page on GitHub.', nullable: true }),
    repoUrl: field.url({ about: 'Where its source lives.', nullable: true }),
    vcsConnectionId: field.text({
      about: 'The version-control integration that its source is in: `vcs`.',
      nullable: true,
      only: ['vcs' satisfies IntegrationType],
    }),
    ownerTeamId: field.ref('team', {
      about: 'The team that owns it.',
      nullable: true,
      filter: true,
      responsibility: 'owns',
    }),
    archived: field.boolean({
      about: 'Whether it is archived: then lists leave it out unless asked for it.',
      default: false,
    }),
    ...timestamps(),
  },
  search: ['name', 'description'],
  hiddenBy: 'archived',
  example: { name: 'Checkout', description: 'Takes a basket to a paid order.' },
})
