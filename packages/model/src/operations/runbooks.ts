import { worded } from '../kind/patterns.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames } from '../vocabulary.ts'
import type { Operation } from './operation.ts'

/** How far it is looked for the runbooks of an entity; beyond it the answer says that it is not exact. */
export const relatedRunbookLimits = { projects: 500, links: 2_000, shown: 100, projectsShown: 20 } as const

/** A team is not in the graph, but what it owns has runbooks. */
export const runbookSubjects = [...entityKindNames, 'team'] as const
export type RunbookSubject = (typeof runbookSubjects)[number]

const someProjects = shape.object({
  ids: shape.array(shape.text(), { description: `Up to ${relatedRunbookLimits.projectsShown} of them.` }),
  count: shape.integer({ description: 'How many there are.' }),
})

const relatedRunbook = shape.object({
  id: shape.text(),
  title: shape.text(),
  runbookType: shape.text(),
  pinned: shape.boolean(),
  updatedAt: shape.nullable(shape.dateTime()),
  through: { ...someProjects, description: 'The projects because of which it is listed.' },
})

const relatedRunbooks = shape.object({
  runbooks: shape.array(relatedRunbook, { description: 'Pinned ones first, then by title.' }),
  projects: {
    ...someProjects,
    description: 'The projects that it belongs to, contains or owns, archived ones left out.',
  },
  isExact: shape.boolean({
    description: 'Whether these are all; otherwise there are at least these.',
  }),
})

export type RelatedRunbooks = ValueIn<typeof relatedRunbooks>

export const listRelatedRunbooks = {
  id: 'listRelatedRunbooks',
  method: 'GET',
  path: '/related-runbooks',
  summary: 'List the runbooks that concern an entity or a team',
  about:
    'A runbook is linked to projects. It concerns a project that it is linked to, the APIs and resources of that ' +
    'project, the systems and domains that contain it, and the team that owns it. Texts are left out. Only runbooks ' +
    'that the caller may see.',
  group: 'Runbooks',
  scope: 'read',
  query: {
    of: shape.text({
      maxLength: 240,
      pattern: worded(
        `^(${runbookSubjects.join('|')}):[^:\\s]{1,200}$`,
        `must be one of ${runbookSubjects.join(', ')}, a colon and an id, such as api:api_…`,
      ),
      description: `What they concern, as \`<kind>:<id>\`, where the kind is one of ${runbookSubjects.join(', ')}.`,
    }),
  },
  requiredQuery: ['of'],
  success: { status: 200, about: 'Those that concern it.', schema: relatedRunbooks },
} as const satisfies Operation
