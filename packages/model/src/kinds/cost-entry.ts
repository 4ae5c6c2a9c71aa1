import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'

export const costEntry = defineKind({
  name: 'cost_entry',
  noun: 'cost entry',
  title: 'CostEntry',
  about: 'An amount spent on a project over a period, in integer cents.',
  group: 'Costs',
  path: '/costs/entries',
  table: 'cost_entries',
  idParam: 'entryId',
  idPrefix: 'cst',
  home: 'partition',
  verbs: ['list'],
  access: { list: 'admin' },
  fields: {
    ...identity(),
    appId: field.ref('project', {
      about: 'What it was spent on.',
      nullable: true,
      filter: true,
      onDelete: 'remove',
    }),
    appName: field.text({
      about: "The project's name.",
      managed: true,
      nullable: true,
      derivedFrom: 'project',
    }),
    category: field.text({ about: 'compute, storage, network, …', nullable: true }),
    service: field.text({ about: "The provider's service.", nullable: true }),
    amountCents: field.integer({
      about: 'Cents; negative for a credit.',
      min: -9_007_199_254_740_991,
      max: 9_007_199_254_740_991,
    }),
    currency: field.text({ about: 'ISO 4217; USD where absent.', max: 3, nullable: true }),
    periodStart: field.timestamp({ about: 'From when.', nullable: true }),
    periodEnd: field.timestamp({ about: 'Until when.', nullable: true }),
    source: field.oneOf(['auto', 'manual'], { about: 'Imported or typed.', nullable: true }),
    createdAt: field.timestamp({ about: 'When it was recorded.', managed: true, nullable: true }),
  },
  defaultLimit: 100,
  unlogged: true,
  example: { appId: 'prj_…', category: 'compute', service: 'EC2', amountCents: 12_345, currency: 'USD' },
})
