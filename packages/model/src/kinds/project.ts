import { description, field, identity, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import type { IntegrationType } from '../upstreams/integrations.ts'
import { lifecycles } from '../vocabulary.ts'

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
  labelFields: ['name'],
  columns: ['name', 'ownerTeamId', 'type', 'lifecycle', 'tier', 'description', 'updatedAt'],
  place: { section: 'catalog', position: 10, icon: 'boxes', key: 'p' },
  verbs,
  fields: {
    ...identity(),
    name: field.name({ about: 'Its name.' }),
    description,
    githubUrl: field.url({ about: 'Its page on GitHub.', nullable: true }),
    repoUrl: field.url({ about: 'The URL of its repository.', nullable: true }),
    vcsConnectionId: field.text({
      label: 'VCS connection',
      about: 'The connection to its source code: `vcs`, the version-control integration.',
      nullable: true,
      only: ['vcs' satisfies IntegrationType],
    }),
    ownerTeamId: field.ref('team', {
      about: 'The team that owns it.',
      nullable: true,
      filter: true,
      responsibility: 'owns',
    }),
    lifecycle: field.oneOf(lifecycles, { about: 'Its lifecycle stage.', nullable: true, filter: true }),
    type: field.text({
      reads: 'word',
      brief: true,
      about: 'The type of component: a service, a website, a library.',
      max: 64,
      nullable: true,
      filter: true,
    }),
    tier: field.integer({
      about: 'How critical it is: 1 is the most critical, 4 the least.',
      min: 1,
      max: 4,
      nullable: true,
      filter: true,
    }),
    archived: field.boolean({
      about: 'Whether it is archived. Lists omit archived projects by default.',
      default: false,
    }),
    tags,
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  hiddenBy: 'archived',
  example: {
    name: 'Checkout',
    description: 'Takes a basket to a paid order.',
    lifecycle: 'production',
    type: 'service',
    tier: 1,
    tags: ['payments'],
  },
})
