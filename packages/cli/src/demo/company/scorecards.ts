import type { CreateInput, Kinds } from '@svc/model'
import { Ref } from '../step.ts'

type Rule = CreateInput<Kinds['scorecard']>['rules'][number]

const owner = (weight: number): Rule => ({
  id: 'owner',
  type: 'has_owner_team',
  label: 'A team owns it',
  description: 'Somebody answers when it breaks.',
  weight,
  params: {},
})

const described = (weight: number): Rule => ({
  id: 'described',
  type: 'has_description',
  label: 'It says what it is for',
  description: 'One sentence that a new colleague understands.',
  weight,
  params: {},
})

const lifecycle = (weight: number, label: string, lifecycles: readonly string[]): Rule => ({
  id: 'lifecycle',
  type: 'lifecycle_in',
  label,
  description: null,
  weight,
  params: { lifecycles },
})

export const scorecards = [
  {
    key: 'production',
    name: 'Production readiness',
    description: 'What must be true before something carries real orders.',
    applicableKinds: ['component', 'api', 'resource'],
    rules: [owner(5), described(3), lifecycle(2, 'It is in production', ['production'])],
    tags: ['company-wide'],
  },
  {
    key: 'apis',
    name: 'API hygiene',
    description: 'Interfaces that others can find, understand and rely on.',
    applicableKinds: ['api'],
    rules: [described(4), owner(3), lifecycle(3, 'It is not on its way out', ['experimental', 'production'])],
    tags: ['company-wide'],
  },
  {
    key: 'ownership',
    name: 'Clear ownership',
    description: 'No orphans. Reviewed in the first architecture meeting of each month.',
    applicableKinds: ['component', 'api', 'resource', 'system', 'domain'],
    rules: [owner(10)],
    tiers: [{ name: 'owned', minScore: 100 }],
  },
  {
    key: 'sensitive',
    name: 'Sensitive data',
    description: 'Stricter rules for whatever holds card data or personal data.',
    applicableKinds: ['api', 'resource'],
    rules: [owner(5), described(2), lifecycle(3, 'It is settled', ['production', 'retired'])],
    tiers: [
      { name: 'attention', minScore: 0 },
      { name: 'acceptable', minScore: 70 },
      { name: 'good', minScore: 100 },
    ],
    scopeTags: ['pci', 'pii'],
    tags: ['audit'],
  },
  {
    key: 'last-mile',
    name: 'Last mile basics',
    description: 'For what riders depend on while they are on the road.',
    applicableKinds: ['component', 'api', 'resource'],
    rules: [described(3), lifecycle(4, 'It is beyond trying out', ['production', 'deprecated']), owner(3)],
    scopeSystemId: new Ref('system', 'last-mile'),
    tags: ['delivery'],
  },
] as const
